package fairlead.server.access;

import java.util.UUID;

/// Who makes a request.
///
/// @param name as shown in `systemData`
/// @param type `User`, `Application`, `ManagedIdentity` or `Key`
/// @param id by which roles are assigned to it (`principalId`); [#UNKNOWN] where only a name was recorded
public record Principal(String name, String type, UUID id) {

    /// Of what was recorded by name alone.
    public static final UUID UNKNOWN = new UUID(0, 0);

    /// The principal of all callers in development mode.
    public static final Principal DEVELOPER = new Principal("developer", "User");

    /// Of a caller that has not said who it is.
    public static final Principal ANONYMOUS = new Principal("anonymous", "User");

    /// One of which only the name is known.
    public Principal(String name, String type) {
        this(name, type, UNKNOWN);
    }

    /// What tells principals apart: the id, or the name where that is all that is known.
    public Object key() {
        return id.equals(UNKNOWN) ? name : id;
    }
}
