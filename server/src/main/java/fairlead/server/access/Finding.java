package fairlead.server.access;

/// What the rules say of a question.
public sealed interface Finding {

    /// @param assignment the id of the role assignment that allows it; empty where nothing has to
    /// @param role the name of its role
    /// @param pattern of the role, by which it allows it
    record Allowed(String assignment, String role, String pattern) implements Finding {}

    /// @param name of the deny assignment, and its id and scope
    record Denied(String name, String id, String scope) implements Finding {}

    /// No role assignment allows it.
    record NotAllowed() implements Finding {}
}
