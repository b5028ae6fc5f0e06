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
record Verdict(long rules, List<Finding> findings) {

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
        return new Verdict(snapshot.version(), List.of());
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
        String key = new AccessScope(facts.id()).key();
        Evaluation evaluation = Evaluation.of(facts);
        for (AssignedRule rule : snapshot.rules()) {
            boolean asked = (rule.effect() == Effect.DENY_ACTION) == deletion;
            if (asked && rule.concerns(facts, key)) {
                State state = snapshot.isExempt(rule, key, now) ? State.EXEMPT : state(rule, evaluation);
                findings.add(new Finding(rule, state));
            }
        }
        return new Verdict(snapshot.version(), findings);
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
