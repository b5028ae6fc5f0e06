package fairlead.server.stack.record;

import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// What a stack would become, kept until it is executed or deleted.
///
/// @param base the version of the stack that it was made for
/// @param request what it was asked for with: `content` is the language's own document, the rest is the surface's own
/// @param plan what would be done, see [PlanJson]
public record ChangeSet(
        UUID id,
        UUID stack,
        String name,
        Status status,
        Execution execution,
        String reason,
        long base,
        ObjectNode request,
        ObjectNode plan,
        Instant created) {

    /// How far it has been made. The words are those of the "AWS CloudFormation API Reference", `ChangeSetStatus`.
    public enum Status {
        CREATE_COMPLETE,
        FAILED
    }

    /// Whether it can be executed, `ExecutionStatus` there.
    public enum Execution {
        UNAVAILABLE,
        AVAILABLE,
        EXECUTE_COMPLETE,
        OBSOLETE
    }

    public ChangeSet in(Execution next) {
        return new ChangeSet(id, stack, name, status, next, reason, base, request, plan, created);
    }
}
