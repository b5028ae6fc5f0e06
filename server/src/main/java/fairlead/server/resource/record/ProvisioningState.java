package fairlead.server.resource.record;

import java.util.Locale;

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
}
