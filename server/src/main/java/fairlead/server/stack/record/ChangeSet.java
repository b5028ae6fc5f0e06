package fairlead.server.stack.record;

import java.time.Instant;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// What a stack would become, kept until it is executed or deleted.
///
/// @param request what it was asked for with: `content` is the language's own document, the rest is the surface's own
/// @param plan what would be done, see [PlanJson]
public record ChangeSet(
        UUID id, UUID stack, String name, Outlook outlook, Basis basis, ObjectNode request, ObjectNode plan) {

    /// What may be done with it.
    ///
    /// @param reason why it could not be made, or what stands in its way; empty if nothing is to be told
    public record Outlook(Status status, Execution execution, String reason) {}

    /// What it was made for.
    ///
    /// @param version of the stack
    public record Basis(long version, Instant created) {}

    public Status status() {
        return outlook.status();
    }

    public Execution execution() {
        return outlook.execution();
    }

    public String reason() {
        return outlook.reason();
    }

    public long base() {
        return basis.version();
    }

    public Instant created() {
        return basis.created();
    }

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
        return new ChangeSet(id, stack, name, new Outlook(status(), next, reason()), basis, request, plan);
    }
}
