package fairlead.cloudformation;

import fairlead.cloudformation.evaluation.Block;
import fairlead.cloudformation.evaluation.Choices.Outcome;
import fairlead.cloudformation.evaluation.Conditions.Tests;
import fairlead.cloudformation.evaluation.Scope;
import fairlead.cloudformation.fault.Faults;
import fairlead.cloudformation.section.Declared;
import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import java.util.List;
import java.util.Optional;

/// Whether the parameters keep the rules of the template.
final class RuleCheck {

    private final Scope scope;
    private final Faults faults;

    RuleCheck(Scope scope, Faults faults) {
        this.scope = scope;
        this.faults = faults;
    }

    void check(List<Declared> rules) {
        for (Declared rule : rules) {
            Tests tests = new Tests(scope, Block.RULES);
            Optional<Tree> condition = rule.body().member("RuleCondition");
            boolean applies = condition.isEmpty()
                    || tests.evaluate(condition.get(), rule.place("RuleCondition"))
                            .filter(Outcome::holds)
                            .isPresent();
            if (applies && rule.body().member("Assertions").orElseThrow() instanceof Tree.Sequence(var items, var _)) {
                for (int i = 0; i < items.size(); i++) {
                    check(rule, tests, items.get(i), rule.place("Assertions").item(i, items.get(i)));
                }
            }
        }
    }

    private void check(Declared rule, Tests tests, Tree assertion, Place place) {
        Tree test = assertion.member("Assert").orElseThrow();
        Optional<Outcome> outcome = tests.evaluate(test, place.member("Assert", test));
        if (outcome.filter(found -> !found.holds()).isPresent()) {
            String description =
                    assertion.member("AssertDescription").flatMap(Tree::text).orElse("an assertion does not hold");
            faults.add(
                    "Template validation error: Rule " + rule.id() + " failed: " + description,
                    place.pointer(),
                    place.at());
        }
    }
}
