package fairlead.server.resource.policy;

import fairlead.server.access.policy.ApprovalGate;
import fairlead.server.database.Transaction;
import java.util.List;
import java.util.Optional;

/// Takes notice of the plan of a change that is only thought through, and of the approvals that it would need. Of one
/// request; used by one thread.
public final class PlanPreview implements ApprovalGate {

    private Optional<Planned> seen = Optional.empty();

    @Override
    public void planned(Planned change) {
        seen = Optional.of(change);
    }

    /// The hash of the plan; empty if the request was refused before there was one.
    public Optional<String> hash() {
        return seen.map(change -> change.plan().hash());
    }

    /// What would have to be approved.
    public List<Demand> demands() {
        return seen.map(Planned::demands).orElse(List.of());
    }

    @Override
    public boolean use(Transaction transaction, Request request, Optional<String> operation) {
        return true;
    }

    @Override
    public Asked ask(Transaction transaction, Request request, Optional<Waiting> waiting) {
        throw new IllegalStateException("what is thought through is never asked for");
    }
}
