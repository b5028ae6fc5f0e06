package fairlead.server.stack.record;

import java.util.Set;

/// How far a stack has come. The words are those of the "AWS CloudFormation API Reference", `StackStatus`.
public enum StackStatus {
    REVIEW_IN_PROGRESS,
    CREATE_IN_PROGRESS,
    CREATE_FAILED,
    CREATE_COMPLETE,
    ROLLBACK_IN_PROGRESS,
    ROLLBACK_FAILED,
    ROLLBACK_COMPLETE,
    DELETE_IN_PROGRESS,
    DELETE_FAILED,
    DELETE_COMPLETE,
    UPDATE_IN_PROGRESS,
    UPDATE_COMPLETE_CLEANUP_IN_PROGRESS,
    UPDATE_COMPLETE,
    UPDATE_FAILED,
    UPDATE_ROLLBACK_IN_PROGRESS,
    UPDATE_ROLLBACK_FAILED,
    UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS,
    UPDATE_ROLLBACK_COMPLETE,
    IMPORT_IN_PROGRESS,
    IMPORT_COMPLETE,
    IMPORT_ROLLBACK_IN_PROGRESS,
    IMPORT_ROLLBACK_FAILED,
    IMPORT_ROLLBACK_COMPLETE;

    private static final Set<StackStatus> UPDATABLE = Set.of(
            CREATE_COMPLETE,
            UPDATE_COMPLETE,
            UPDATE_ROLLBACK_COMPLETE,
            IMPORT_COMPLETE,
            IMPORT_ROLLBACK_COMPLETE,
            CREATE_FAILED,
            UPDATE_FAILED);

    /// Whether an operation works on the stack.
    public boolean busy() {
        return name().endsWith("_IN_PROGRESS") && this != REVIEW_IN_PROGRESS;
    }

    /// Whether the stack may be given another template.
    public boolean updatable() {
        return UPDATABLE.contains(this);
    }

    /// Whether what an operation has changed was undone, or was to be.
    public boolean rolledBack() {
        return this == ROLLBACK_COMPLETE || this == ROLLBACK_FAILED || this == UPDATE_ROLLBACK_FAILED;
    }

    /// Whether the operation that has failed may be undone on request.
    public boolean undoable() {
        return this == CREATE_FAILED || this == UPDATE_FAILED;
    }
}
