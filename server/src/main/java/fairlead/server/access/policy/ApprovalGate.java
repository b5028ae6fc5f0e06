package fairlead.server.access.policy;

import fairlead.server.access.Caller;
import fairlead.server.access.policy.rule.ApprovalTerms;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.database.Transaction;
import fairlead.server.plan.Plan;
import fairlead.server.problem.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Where a change asks whether it was approved. Called by [Judgement] alone.
public interface ApprovalGate {

    /// One that knows of no approvals: what needs one is refused.
    ApprovalGate CLOSED = new ApprovalGate() {
        @Override
        public boolean use(Transaction transaction, Request request, Optional<String> operation) {
            return false;
        }

        @Override
        public Asked ask(Transaction transaction, Request request, Optional<Waiting> waiting) {
            return new Asked(Optional.empty(), unapproved(request));
        }
    };

    /// What one rule demands.
    ///
    /// @param assignment the id of the assignment that brings the rule into force
    record Demand(String assignment, ApprovalTerms terms) {

        /// As it is shown and kept.
        public ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("policyAssignmentId", assignment);
            terms.approvers().role().ifPresent(id -> json.put("roleDefinitionId", id.toString()));
            terms.approvers().group().ifPresent(id -> json.put("groupId", id.toString()));
            json.put("count", terms.count());
            json.put("expiresAfter", terms.validity().toString());
            json.put("mode", terms.mode().name().toLowerCase(Locale.ROOT));
            return json.put("reasonRequired", terms.reason());
        }
    }

    /// A change that needs approvals.
    ///
    /// @param facts of the resource as it is to be
    record Request(Caller caller, Plan plan, Facts facts, Change change, List<Demand> demands) {

        public Request {
            demands = List.copyOf(demands);
        }

        /// Whether the request may wait: only if all rules let it.
        public boolean mayWait() {
            return demands.stream().allMatch(demand -> demand.terms().mode() == ApprovalTerms.Mode.WAIT);
        }
    }

    /// A change as it is planned. Asked for only where that is needed.
    interface Change {
        Plan.Step step();

        /// What differs, for people: properties as a patch without write-only values, tags and SKU as they were and
        /// will be.
        ObjectNode difference();
    }

    /// A change whose plan is known.
    interface Planned {
        Plan plan();

        /// What has to be approved.
        List<Demand> demands();
    }

    /// What waits for an approval.
    ///
    /// @param operation that goes on then
    /// @param document what it needs to go on
    record Waiting(String operation, byte[] document) {}

    /// An operation that waits for an approval, or has.
    ///
    /// @param hash of the plan that it was asked for
    /// @param document what the operation needs to go on
    record Held(String approval, State state, String hash, byte[] document) {

        /// What comes next.
        public enum State {
            WAITING,
            GRANTED,
            /// The change has begun.
            BEGUN,
            /// It will not begin.
            OVER
        }
    }

    /// What was asked for.
    ///
    /// @param operation that waits for it; empty if none does
    /// @param problem with which the request is refused if it does not wait
    record Asked(Optional<String> operation, Problem problem) {}

    /// A change was planned whose plan may be looked at.
    default void planned(Planned change) {}

    /// Uses up the approval of a plan, in the transaction of the change; false if there is none.
    ///
    /// @param operation that carries the change out
    boolean use(Transaction transaction, Request request, Optional<String> operation);

    /// Asks for the approval of a plan, unless it was asked for already.
    Asked ask(Transaction transaction, Request request, Optional<Waiting> waiting);

    /// Whether a resource is changed by an operation that was approved, and that change is a part of it.
    default boolean isPartOfUsed(Transaction transaction, String operation, String resourceId) {
        return false;
    }

    /// What is known of an operation that may wait for an approval.
    default Optional<Held> held(String operation) {
        return Optional.empty();
    }

    /// An operation has ended before its change has begun.
    default void abandon(Transaction transaction, Caller caller, String operation) {}

    /// What is said of a change for which no approval can be asked.
    static Problem unapproved(Request request) {
        return new Problem.ApprovalRequired(
                "The change of '" + request.facts().id() + "' has to be approved by another person ("
                        + request.demands().getFirst().assignment()
                        + "). That is not asked for by what only looks at the change, or brings it along: request the"
                        + " change itself.",
                Optional.empty());
    }
}
