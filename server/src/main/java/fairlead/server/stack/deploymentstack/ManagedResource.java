package fairlead.server.stack.deploymentstack;

import fairlead.server.operation.OperationId;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// A resource that belongs to a deployment stack.
///
/// @param id as its template has written it
/// @param identity by which a stack of another kind would know it; empty until it is there, and for what none knows
/// @param run the operation of the stack that has put it last
/// @param level how many others it needs, one after the other: what has a higher one is deleted first
public record ManagedResource(
        UUID stack,
        String id,
        String type,
        Optional<String> identity,
        OperationId run,
        int level,
        Condition condition) {

    static final String GROUP = "Microsoft.Resources/resourceGroups";

    /// How it is.
    public enum Status {
        /// It is about to be put for the first time.
        CLAIMED,
        MANAGED,
        /// It is to be deleted.
        DELETING,
        /// It could not be deleted.
        DELETE_FAILED
    }

    /// @param status how it belongs to the stack
    /// @param denied what others may not do with it, in the words of deny settings
    /// @param attempt how often it was tried to delete it before
    /// @param operation that deletes it
    /// @param error why it could not be deleted
    public record Condition(
            Status status, String denied, int attempt, Optional<OperationId> operation, Optional<ObjectNode> error) {

        static Condition of(Status status, String denied) {
            return new Condition(status, denied, 0, Optional.empty(), Optional.empty());
        }
    }

    /// The form in which it is stored and compared.
    String key() {
        return id.toLowerCase(Locale.ROOT);
    }

    boolean is(Status asked) {
        return condition.status() == asked;
    }

    boolean isGroup() {
        return type.equalsIgnoreCase(GROUP);
    }

    /// Whether it is deleted now.
    boolean isRunning() {
        return is(Status.DELETING) && condition.operation().isPresent();
    }

    boolean isBelow(ManagedResource other) {
        return key().startsWith(other.key() + "/");
    }

    ManagedResource with(Condition next) {
        return new ManagedResource(stack, id, type, identity, run, level, next);
    }

    ManagedResource in(Status status) {
        return with(Condition.of(status, condition.denied()));
    }

    ManagedResource denied(String word) {
        return with(
                new Condition(condition.status(), word, condition.attempt(), condition.operation(), condition.error()));
    }

    /// As it is after it was put.
    ManagedResource managed(int depth, Optional<String> known) {
        return new ManagedResource(
                stack, id, type, known, run, depth, Condition.of(Status.MANAGED, condition.denied()));
    }
}
