package fairlead.server.operation;

import java.util.Locale;

/// The kinds of operations, by what an operation does to its subject.
public enum OperationKind {
    CREATE,
    UPDATE,
    DELETE,
    /// Does something else with the resource, an action of its type.
    ACTION,
    /// Deletes a resource group and everything in it.
    DELETE_GROUP,
    /// Moves resources out of a resource group.
    MOVE,
    /// Takes resources that exist already under management, in a resource group.
    IMPORT,
    /// Registers a version of a type.
    REGISTER_TYPE,
    /// Runs the contract tests of a version of a type.
    TEST_TYPE,
    /// Brings a stack to what its template says, or deletes it.
    STACK;

    /// Whether its subject is a resource group, rather than a resource.
    public boolean isOnGroup() {
        return this == DELETE_GROUP || this == MOVE || this == IMPORT;
    }

    /// What a place throws that an operation of this kind never reaches.
    ///
    /// @param place what was about to happen, "a step of a resource" for example
    public IllegalStateException unexpectedIn(String place) {
        return new IllegalStateException("An operation of the kind " + this + " does not belong in " + place + ".");
    }

    /// The name on the wire, `create` for example.
    public String wireName() {
        return switch (this) {
            case CREATE, UPDATE, DELETE, ACTION, MOVE, IMPORT -> name().toLowerCase(Locale.ROOT);
            case DELETE_GROUP -> "delete";
            case REGISTER_TYPE -> "register";
            case TEST_TYPE -> "test";
            case STACK -> "deploy";
        };
    }
}
