package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.policy.rule.Effect;
import fairlead.server.access.policy.rule.Evaluation;
import fairlead.server.access.policy.rule.Facts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What all rules that concern a resource say of it.
///
/// @param rules the state of the rules by which it was found
/// @param findings one for each rule that concerns it
/// @param approvals the rules by which it has to be approved
record Verdict(long rules, List<Finding> findings, List<AssignedRule> approvals) {

    /// How a resource stands to a rule.
    enum State {
        COMPLIANT("Compliant"),
        NON_COMPLIANT("NonCompliant"),
        EXEMPT("Exempt"),
        /// The rule is too much work: it refuses what it would refuse if it applied.
        ERROR("Error");

        private final String word;

        State(String word) {
            this.word = word;
        }

        /// As the REST API has it.
        String word() {
            return word;
        }
    }

    record Finding(AssignedRule rule, State state) {

        boolean isAgainst() {
            return state == State.NON_COMPLIANT || state == State.ERROR;
        }
    }

    /// Where no rule is in force.
    static Verdict nothing(PolicySnapshot snapshot) {
        return new Verdict(snapshot.version(), List.of(), List.of());
    }

    /// Looks at a resource as it is to be, or as it is.
    static Verdict of(PolicySnapshot snapshot, Facts facts, Instant now) {
        return of(snapshot, facts, now, false);
    }

    /// Looks at one that is to be deleted: only rules count that forbid that.
    static Verdict ofDeletion(PolicySnapshot snapshot, Facts facts, Instant now) {
        return of(snapshot, facts, now, true);
    }

    private static Verdict of(PolicySnapshot snapshot, Facts facts, Instant now, boolean deletion) {
        List<Finding> findings = new ArrayList<>();
        List<AssignedRule> approvals = new ArrayList<>();
        String key = new AccessScope(facts.id()).key();
        Evaluation evaluation = Evaluation.of(facts);
        for (AssignedRule rule : snapshot.rules()) {
            boolean approval = rule.effect() == Effect.REQUIRE_APPROVAL;
            boolean asked = approval || (rule.effect() == Effect.DENY_ACTION) == deletion;
            if (asked && rule.concerns(facts, key)) {
                State state = snapshot.isExempt(rule, key, now) ? State.EXEMPT : state(rule, evaluation);
                Finding finding = new Finding(rule, state);
                if (!approval) {
                    findings.add(finding);
                } else if (finding.isAgainst()) {
                    approvals.add(rule);
                }
            }
        }
        return new Verdict(snapshot.version(), findings, approvals);
    }

    private static State state(AssignedRule rule, Evaluation evaluation) {
        try {
            return rule.rule().applies(evaluation) ? State.NON_COMPLIANT : State.COMPLIANT;
        } catch (Evaluation.TooLong tooMuch) {
            return State.ERROR;
        }
    }

    /// What refuses the change.
    List<Finding> refusals() {
        return against(true);
    }

    /// What would refuse it if it were enforced.
    List<Finding> warnings() {
        return against(false);
    }

    /// What has to be approved before it is carried out.
    List<ApprovalGate.Demand> demands() {
        return approvals.isEmpty() ? List.of() : demanded();
    }

    private List<ApprovalGate.Demand> demanded() {
        return approvals.stream()
                .filter(AssignedRule::isEnforced)
                .map(rule -> new ApprovalGate.Demand(
                        rule.assignment().id(), rule.rule().approval().orElseThrow()))
                .distinct()
                .toList();
    }

    /// The rules that would demand it if they were enforced.
    List<AssignedRule> undemanded() {
        return approvals.stream().filter(rule -> !rule.isEnforced()).toList();
    }

    private List<Finding> against(boolean enforced) {
        List<Finding> found = null;
        for (Finding finding : findings) {
            Effect effect = finding.rule().effect();
            boolean refuses = effect == Effect.DENY || effect == Effect.DENY_ACTION;
            if (refuses && finding.isAgainst() && finding.rule().isEnforced() == enforced) {
                found = found == null ? new ArrayList<>() : found;
                found.add(finding);
            }
        }
        return found == null ? List.of() : found;
    }
}
