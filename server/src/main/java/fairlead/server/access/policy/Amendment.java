package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.policy.rule.Effect;
import fairlead.server.access.policy.rule.Evaluation;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.access.policy.rule.FieldChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/// What the effects `append` and `modify` do to one request. All conditions are asked of the request as it came.
final class Amendment {

    private final Evaluation evaluation;
    private final Map<String, Due> due = new LinkedHashMap<>();
    private final List<Verdict.Finding> conflicts = new ArrayList<>();

    private record Due(AssignedRule rule, FieldChange change) {}

    private Amendment(Facts facts) {
        evaluation = Evaluation.of(facts);
    }

    static Amendment of(PolicySnapshot snapshot, Facts facts, Instant now) {
        Amendment amendment = new Amendment(facts);
        String key = new AccessScope(facts.id()).key();
        for (AssignedRule rule : snapshot.rules()) {
            boolean changes = rule.effect() == Effect.MODIFY || rule.effect() == Effect.APPEND;
            if (changes && rule.isEnforced() && rule.concerns(facts, key) && !snapshot.isExempt(rule, key, now)) {
                amendment.gather(rule);
            }
        }
        return amendment;
    }

    private void gather(AssignedRule rule) {
        try {
            if (!rule.rule().applies(evaluation)) {
                return;
            }
        } catch (Evaluation.TooLong tooMuch) {
            conflicts.add(new Verdict.Finding(rule, Verdict.State.ERROR));
            return;
        }
        for (FieldChange change : rule.rule().changes()) {
            if (change.isDue(evaluation)) {
                add(rule, change);
            }
        }
    }

    /// Of two rules that set the same otherwise, the first one counts, unless the other one refuses then.
    private void add(AssignedRule rule, FieldChange change) {
        Due earlier = due.putIfAbsent(change.place(), new Due(rule, change));
        boolean differs = earlier != null && !earlier.change().value(evaluation).equals(change.value(evaluation));
        if (differs && rule.rule().onConflict() == Effect.DENY) {
            conflicts.add(new Verdict.Finding(rule, Verdict.State.NON_COMPLIANT));
        }
    }

    /// Whether there is nothing to do.
    boolean isEmpty() {
        return due.isEmpty() && conflicts.isEmpty();
    }

    /// Does it.
    ///
    /// @return what refuses the request instead; empty if nothing does
    List<Verdict.Finding> apply(ObjectNode tags, ObjectNode properties) {
        for (Due one : due.values()) {
            ObjectNode whole = one.change().isOfTag() ? tags : properties;
            if (one.change().apply(evaluation, whole) == FieldChange.Result.CONTRADICTED) {
                conflicts.add(new Verdict.Finding(one.rule(), Verdict.State.NON_COMPLIANT));
            }
        }
        return conflicts;
    }

    /// Those that have something to do.
    List<AssignedRule> rules() {
        return due.values().stream().map(Due::rule).distinct().toList();
    }
}
