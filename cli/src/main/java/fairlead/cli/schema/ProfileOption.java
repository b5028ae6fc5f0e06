package fairlead.cli.schema;

import fairlead.cli.session.Exit;
import fairlead.cli.session.Refused;
import fairlead.schema.Profile;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option that says by whose rules a type is judged and served.
public final class ProfileOption {

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "strict; cloudformation: what CloudFormation accepts is accepted with warnings; azure: a schema may"
                            + " let other properties through (else strict)")
    private Optional<String> word = Optional.empty();

    /// The profile, strict if none is given.
    public Profile get() {
        return given().orElse(Profile.STRICT);
    }

    /// The profile that is given, if one is.
    public Optional<Profile> given() {
        return word.map(ProfileOption::parse);
    }

    private static Profile parse(String word) {
        try {
            return Profile.of(word);
        } catch (IllegalArgumentException unknown) {
            throw new Refused(Exit.USAGE, "--profile: " + unknown.getMessage());
        }
    }
}
