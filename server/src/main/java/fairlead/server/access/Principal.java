package fairlead.server.access;

/// Who makes a request.
///
/// @param name as shown in `systemData`
/// @param type `User`, `Application`, `ManagedIdentity` or `Key`
public record Principal(String name, String type) {

    /// The principal of all callers in development mode.
    public static final Principal DEVELOPER = new Principal("developer", "User");
}
