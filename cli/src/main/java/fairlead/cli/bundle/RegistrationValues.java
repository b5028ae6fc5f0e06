package fairlead.cli.bundle;

import fairlead.schema.Profile;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What options of the command line say in the place of a registration file.
///
/// @param apiVersion of the version that is registered
/// @param profile by whose rules the type is judged and served
public record RegistrationValues(Optional<String> apiVersion, Optional<Profile> profile) {

    /// None: the registration file holds.
    public static final RegistrationValues NONE = of(Optional.empty(), Optional.empty());

    public static RegistrationValues of(Optional<String> apiVersion, Optional<Profile> profile) {
        return new RegistrationValues(apiVersion, profile);
    }

    public boolean isEmpty() {
        return apiVersion.isEmpty() && profile.isEmpty();
    }

    /// Writes them into what the file says.
    public void into(ObjectNode registration) {
        apiVersion.ifPresent(version -> registration.put("apiVersion", version));
        profile.ifPresent(rules -> registration.put("profile", rules.wireName()));
    }
}
