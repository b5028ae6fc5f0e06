package fairlead.server.access.policy;

import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.RefusalTrail;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Activity;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// The one place that says of a change whether it is within the guardrails. Who plans a change asks first what is to be
/// amended, then for the judgement, which it confirms in its transaction. Used by many threads at once.
public final class Guardrails {

    private final CurrentPolicies current;
    private final PolicyStates states;
    private final Authorizer authorizer;
    private final Consumer<RefusalTrail.Refusal> refusals;
    private final Clock clock;
    private final ApprovalGate gate;

    /// One for which nothing is ever approved.
    ///
    /// @param refusals where it is told what was refused
    public Guardrails(
            CurrentPolicies current, Authorizer authorizer, Consumer<RefusalTrail.Refusal> refusals, Clock clock) {
        this(current, authorizer, refusals, clock, ApprovalGate.CLOSED);
    }

    /// @param refusals where it is told what was refused
    /// @param gate where it is looked up what was approved
    public Guardrails(
            CurrentPolicies current,
            Authorizer authorizer,
            Consumer<RefusalTrail.Refusal> refusals,
            Clock clock,
            ApprovalGate gate) {
        this.gate = gate;
        this.current = current;
        this.authorizer = authorizer;
        this.refusals = refusals;
        this.clock = clock;
        states = new PolicyStates();
    }

    /// The same, for changes that are only thought through: their refusals are told to their callers alone.
    ///
    /// @param preview what takes notice of their plans
    public Guardrails silent(ApprovalGate preview) {
        return new Guardrails(current, authorizer, _ -> {}, clock, preview);
    }

    /// Where changes ask whether they were approved.
    public ApprovalGate gate() {
        return gate;
    }

    /// Whether no rule is in force anywhere.
    public boolean areIdle() {
        return current.get().isEmpty();
    }

    PolicySnapshot in(Transaction transaction) {
        return current.in(transaction);
    }

    boolean amends(PolicySnapshot rules, Facts facts) {
        return !Amendment.of(rules, facts, clock.instant()).isEmpty();
    }

    /// Changes the tags and properties of a request as rules say; a problem if they contradict it or each other.
    ///
    /// @param facts of the request as it came
    /// @return the rules that have changed it
    public List<AssignedRule> amend(Caller caller, Facts facts, ObjectNode tags, ObjectNode properties) {
        Amendment amendment = Amendment.of(current.get(), facts, clock.instant());
        if (amendment.isEmpty()) {
            return List.of();
        }
        List<Verdict.Finding> refusing = amendment.apply(tags, properties);
        if (!refusing.isEmpty()) {
            throw refused(caller, facts, refusing);
        }
        return amendment.rules();
    }

    /// The judgement on a change; a problem if it is refused.
    ///
    /// @param facts of the resource as it is to be; asked for where rules are in force alone
    /// @param amending the rules that have changed the request before
    /// @param change as it is planned; asked for where its plan is needed alone
    public Judgement judge(
            Caller caller, Supplier<Facts> facts, List<AssignedRule> amending, ApprovalGate.Change change) {
        return judged(new Judgement.Subject(caller, facts, false, change), amending);
    }

    /// The judgement on a deletion; a problem if it is refused.
    ///
    /// @param facts of the resource as it is
    public Judgement judgeDeletion(Caller caller, Supplier<Facts> facts, ApprovalGate.Change change) {
        return judged(new Judgement.Subject(caller, facts, true, change), List.of());
    }

    private Judgement judged(Judgement.Subject subject, List<AssignedRule> amending) {
        PolicySnapshot rules = current.get();
        Verdict verdict = rules.isEmpty()
                ? Verdict.nothing(rules)
                : verdict(rules, subject.caller(), subject.facts().get(), subject.deletion());
        return new Judgement(this, subject, verdict, amending);
    }

    Verdict verdict(PolicySnapshot rules, Caller caller, Facts facts, boolean deletion) {
        Verdict verdict = deletion
                ? Verdict.ofDeletion(rules, facts, clock.instant())
                : Verdict.of(rules, facts, clock.instant());
        List<Verdict.Finding> refusing = verdict.refusals();
        if (!refusing.isEmpty()) {
            throw refused(caller, facts, refusing);
        }
        List<Verdict.Finding> warnings = verdict.warnings();
        if (!warnings.isEmpty()) {
            Activity.warn("would be disallowed by "
                    + warnings.stream()
                            .map(finding -> finding.rule().assignment().id())
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
        if (!verdict.undemanded().isEmpty()) {
            Activity.warn("would have to be approved by "
                    + verdict.undemanded().stream()
                            .map(rule -> rule.assignment().id())
                            .distinct()
                            .collect(Collectors.joining(", ")));
        }
        return verdict;
    }

    void keep(Transaction transaction, UUID uid, Facts facts, Verdict verdict, List<AssignedRule> amending) {
        states.put(transaction, uid, facts, verdict, clock.instant());
        states.tell(transaction, facts, verdict, amending, clock.instant());
    }

    /// Looks at a resource without a change, and writes down how it stands to the rules.
    public void review(Transaction transaction, UUID uid, Facts facts) {
        Verdict verdict = Verdict.of(current.in(transaction), facts, clock.instant());
        states.put(transaction, uid, facts, verdict, clock.instant());
    }

    private ProblemException refused(Caller caller, Facts facts, List<Verdict.Finding> refusing) {
        Violations violations = new Violations(facts, refusing);
        Problem problem = new Problem.Disallowed(
                violations.message(),
                facts.name(),
                refusing.stream()
                        .map(finding -> violations.info(finding, mayRead(caller, finding)))
                        .toList());
        refusals.accept(new RefusalTrail.Refusal(
                caller,
                facts.subscription(),
                ProblemCode.REQUEST_DISALLOWED_BY_POLICY.text(),
                problem.message(),
                facts.action(),
                facts.id()));
        return new ProblemException(problem);
    }

    /// What was compared with what is told to those alone who may read the rule.
    private boolean mayRead(Caller caller, Verdict.Finding finding) {
        Action read = Action.read(PolicyKind.DEFINITION.type());
        return authorizer.allows(caller, read, finding.rule().assignment().scope());
    }
}
