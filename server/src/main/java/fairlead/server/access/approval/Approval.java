package fairlead.server.access.approval;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// An approval: of one plan, for the one who has asked for it.
///
/// @param document what was asked for, see [ApprovalDocument]
public record Approval(
        String id,
        Subject subject,
        ApprovalState state,
        Time time,
        Optional<String> operation,
        List<Decision> decisions,
        ObjectNode document) {

    public Approval {
        decisions = List.copyOf(decisions);
    }

    /// What it is of.
    ///
    /// @param resourceKey the id of the resource, in lower case
    /// @param principal what tells the asker from others
    public record Subject(String subscription, String resourceKey, String principal, String planHash) {

        /// The same for the same request.
        String openKey() {
            return planHash + " " + principal;
        }
    }

    /// When it was asked for, and until when it counts.
    public record Time(Instant askedAt, Instant ends) {}

    public Instant askedAt() {
        return time.askedAt();
    }

    public Instant ends() {
        return time.ends();
    }

    /// As it is at a moment: what has not been decided by its end has run out.
    Approval at(Instant now) {
        return state.isOpen() && !now.isBefore(ends()) ? in(ApprovalState.EXPIRED) : this;
    }

    Approval in(ApprovalState next) {
        return new Approval(id, subject, next, time, operation, decisions, document);
    }

    /// @param by the operation that carries out what was approved
    Approval usedBy(Optional<String> by) {
        return new Approval(id, subject, ApprovalState.USED, time, by.or(() -> operation), decisions, document);
    }

    Approval with(Decision decision, ApprovalState next) {
        List<Decision> all = new ArrayList<>(decisions);
        all.add(decision);
        return new Approval(id, subject, next, time, operation, all, document);
    }

    ApprovalDocument content() {
        return new ApprovalDocument(document);
    }
}
