package fairlead.server.access.policy;

import fairlead.server.access.Caller;
import fairlead.server.access.policy.ApprovalGate.Demand;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.database.Transaction;
import fairlead.server.plan.Plan;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the guardrails have said of one change when it was planned. Its transaction asks whether that still holds, uses
/// up the approval that it needs, and writes it down. Used by one thread.
public final class Judgement implements ApprovalGate.Planned {

    /// The header that a request carries the hash of its plan in.
    public static final String HEADER = "x-fairlead-plan";

    private final Guardrails guardrails;
    private final Subject subject;
    private Verdict verdict;
    private final List<AssignedRule> amending;
    private final List<Judgement> within = new ArrayList<>();
    private @Nullable Plan plan;
    private Optional<String> expected = Optional.empty();
    private Optional<String> partOf = Optional.empty();

    /// What is judged.
    record Subject(Caller caller, Supplier<Facts> facts, boolean deletion, ApprovalGate.Change change) {}

    Judgement(Guardrails guardrails, Subject subject, Verdict verdict, List<AssignedRule> amending) {
        this.guardrails = guardrails;
        this.subject = subject;
        this.verdict = verdict;
        this.amending = amending;
    }

    /// The same, of a change that brings along another one, which is approved with it.
    public void bringsAlong(Judgement other) {
        within.add(other);
    }

    /// The same, of a change that an operation makes, and that was approved with it if that was.
    ///
    /// @param operation that makes it
    public void isPartOf(Optional<String> operation) {
        partOf = operation;
    }

    /// The plan of the change, by the rules as they are known to it now.
    @Override
    public Plan plan() {
        Plan known = plan;
        if (known == null || known.policy() != verdict.rules()) {
            String principal = subject.caller().principal().key().toString();
            List<Plan.Step> steps = new ArrayList<>();
            steps.add(subject.change().step());
            within.forEach(other -> steps.add(other.subject.change().step()));
            known = known == null ? new Plan(principal, verdict.rules(), steps) : known.judgedBy(verdict.rules());
            plan = known;
        }
        return known;
    }

    /// What has to be approved.
    @Override
    public List<Demand> demands() {
        if (within.isEmpty()) {
            return verdict.demands();
        }
        List<Demand> all = new ArrayList<>(verdict.demands());
        within.forEach(other -> all.addAll(other.verdict.demands()));
        return all.stream().distinct().toList();
    }

    /// That the plan is the one that the caller was shown, if it was shown one; else a problem.
    ///
    /// @param hash of that
    public void require(Optional<String> hash) {
        guardrails.gate().planned(this);
        expected = hash;
        requireExpected();
    }

    private void requireExpected() {
        if (expected.isPresent() && !plan().hash().equals(expected.get())) {
            throw changed(expected.get());
        }
    }

    private ProblemException changed(String expected) {
        Plan.Step step = plan().steps().getFirst();
        String there = step.base()
                .map(tag -> "The resource has the ETag " + tag + " now")
                .orElse("The resource is not there");
        return new ProblemException(new Problem.PlanChanged(
                "What this request would do now is not what the plan " + expected + " says: what is there, the request"
                        + " or the rules have changed since it was previewed. " + there
                        + ", and the plan of this request"
                        + " is " + plan().hash() + ". Preview it again.",
                HEADER));
    }

    /// Whether the change may go on as it was planned: a problem if it may not go on at all any more, false if rules
    /// that are new since would make something else of it.
    public boolean holds(Transaction transaction) {
        PolicySnapshot now = guardrails.in(transaction);
        if (now.version() == verdict.rules()) {
            return true;
        }
        if (now.isEmpty()) {
            verdict = Verdict.nothing(now);
            requireExpected();
            return amending.isEmpty();
        }
        Facts asked = subject.facts().get();
        if (!subject.deletion() && (!amending.isEmpty() || guardrails.amends(now, asked))) {
            return false;
        }
        verdict = guardrails.verdict(now, subject.caller(), asked, subject.deletion());
        requireExpected();
        return true;
    }

    /// Makes sure that the change is approved, if it has to be: its approval is used up with it. Throws
    /// [ApprovalNeeded] if it is not. Called last, when nothing else stands in the way.
    ///
    /// @param operation that carries the change out; empty if it is done with the transaction
    public void confirm(Transaction transaction, Optional<String> operation) {
        List<Demand> demands = demands();
        if (!demands.isEmpty() && !isApprovedWithAnother(transaction)) {
            ApprovalGate.Request request = request(demands);
            if (!guardrails.gate().use(transaction, request, operation)) {
                throw new ApprovalNeeded(this, request);
            }
        }
    }

    private boolean isApprovedWithAnother(Transaction transaction) {
        String id = subject.facts().get().id();
        return partOf.filter(whole -> guardrails.gate().isPartOfUsed(transaction, whole, id))
                .isPresent();
    }

    private ApprovalGate.Request request(List<Demand> demands) {
        return new ApprovalGate.Request(
                subject.caller(), plan(), subject.facts().get(), subject.change(), demands);
    }

    /// Whether the request may wait until it is approved.
    public boolean mayWait() {
        return request(demands()).mayWait();
    }

    /// Asks for the approval, after the change was not carried out for the lack of it.
    ///
    /// @param waiting what goes on once it is given; empty if the request is to be sent again
    public ApprovalGate.Asked ask(Transaction transaction, Optional<ApprovalGate.Waiting> waiting) {
        return guardrails.gate().ask(transaction, request(demands()), waiting);
    }

    /// Writes down how the resource stands to the rules.
    public void keep(Transaction transaction, UUID uid) {
        if (!verdict.findings().isEmpty()) {
            guardrails.keep(transaction, uid, subject.facts().get(), verdict, amending);
        }
    }
}
