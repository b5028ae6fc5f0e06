package fairlead.server.resource.record;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.Locale;
import java.util.Optional;

/// The `provisioningState` of a resource, by the "Azure resource provider contract", which has "three terminal
/// states: Succeeded, Failed and Canceled".
public enum ProvisioningState {
    CREATING,
    UPDATING,
    DELETING,
    SUCCEEDED,
    FAILED,
    CANCELED;

    public boolean terminal() {
        return switch (this) {
            case CREATING, UPDATING, DELETING -> false;
            case SUCCEEDED, FAILED, CANCELED -> true;
        };
    }

    /// The word on the wire, `Succeeded` for example.
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    /// Refuses a body that says of a resource in this state that it is in another one.
    public void requireClaimed(Optional<String> claimed) {
        if (claimed.isPresent() && !claimed.get().equalsIgnoreCase(word())) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "envelope.provisioning-state",
                    "provisioningState is read-only: it is '" + word() + "', the body has '" + claimed.get() + "'",
                    "/properties/provisioningState"));
        }
    }
}
