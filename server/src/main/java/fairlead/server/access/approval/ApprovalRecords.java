package fairlead.server.access.approval;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.database.Transaction;
import fairlead.server.event.EventStore;
import fairlead.server.event.OperationChange;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What is written of an approval beside itself: a record in the audit trail, and an event with a sentence for people.
public final class ApprovalRecords {

    /// Who ends what has run out.
    static final Caller SYSTEM =
            new Caller(new Principal("fairlead", "Application"), "approvals", "approvals", Optional.empty(), "");

    private final AuditTrail audit;
    private final EventStore events = new EventStore();
    private final Clock clock;

    public ApprovalRecords(AuditTrail audit, Clock clock) {
        this.audit = audit;
        this.clock = clock;
    }

    /// @param deed what was done, `GrantApproval` for example
    /// @param approval as it is since
    void write(Transaction transaction, Caller caller, String deed, Approval approval, String reason) {
        Instant now = clock.instant();
        ApprovalDocument content = approval.content();
        ObjectNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("approvalId", approval.id())
                .put("state", approval.state().word())
                .put("planHash", approval.subject().planHash())
                .put("verb", content.verb())
                .put("askedBy", content.askedBy());
        if (!reason.isEmpty()) {
            parameters.put("reason", reason);
        }
        audit.append(
                transaction,
                now,
                caller,
                AuditTrail.Deed.managing(
                        deed,
                        approval.subject().subscription(),
                        content.location(),
                        content.resourceId(),
                        Approvals.TYPE,
                        parameters.toString().getBytes(StandardCharsets.UTF_8)));
        events.tell(
                transaction,
                new OperationChange(
                        now,
                        caller.origin(),
                        approval.id(),
                        OperationChange.APPROVAL,
                        new OperationChange.Subject(approval.id(), content.resourceId()),
                        new OperationChange.Outcome(word(deed, approval), true, Optional.empty()),
                        sentence(caller, deed, approval)));
    }

    private static String word(String deed, Approval approval) {
        return switch (deed) {
            case "ApproveChange" -> "Approved";
            case "OverrideApproval" -> "Overridden";
            default -> approval.state().word();
        };
    }

    private static String sentence(Caller caller, String deed, Approval approval) {
        ApprovalDocument content = approval.content();
        String who = caller.principal().name();
        String change = content.askedBy() + " wants to " + content.verb() + " " + content.resourceId();
        String id = approval.id();
        String after = approval.operation().isPresent()
                ? " The change is carried out now."
                : " " + content.askedBy() + " has until " + approval.ends() + " to send the request again.";
        return switch (deed) {
            case "AskForApproval" ->
                change + ", which has to be approved by " + content.demanded() + ", until " + approval.ends()
                        + ". To see what would change: fairlead approvals show " + id
                        + ". To decide: fairlead approvals"
                        + " approve " + id + ", or deny.";
            case "ApproveChange" -> change + ". " + who + " has approved it; more approvals are needed (" + id + ").";
            case "GrantApproval" -> change + ". " + who + " has approved it (" + id + ")." + after;
            case "OverrideApproval" ->
                change + ". " + who + " has let it through without the approvals that it needs (" + id + "): "
                        + reason(approval) + "." + after;
            case "DenyApproval" -> change + ". " + who + " has denied it (" + id + "): " + reason(approval) + ".";
            case "ExpireApproval" -> change + ". The time for approval " + id + " is over.";
            case "UseApproval" -> change + ". It was carried out with approval " + id + ".";
            default -> change + ". Approval " + id + " is not needed any more.";
        };
    }

    private static String reason(Approval approval) {
        String reason = approval.decisions().getLast().reason();
        return reason.isEmpty() ? "no reason was given" : reason;
    }
}
