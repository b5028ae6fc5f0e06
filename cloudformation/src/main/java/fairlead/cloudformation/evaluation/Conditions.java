package fairlead.cloudformation.evaluation;

import fairlead.cloudformation.source.Place;
import fairlead.cloudformation.source.Tree;
import fairlead.stack.document.Expression.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The conditions of a template, each evaluated once.
public final class Conditions implements Choices {

    static final String NO_TEST =
            "Template format error: Conditions can only be boolean operations on parameters and other conditions";

    private static final int LONGEST_CHAIN = 200;

    private final SequencedMap<String, Tree> declared;
    private final Place section;
    private final Scope scope;
    private final Map<String, Optional<Outcome>> outcomes = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    /// @param section where they are declared
    public Conditions(SequencedMap<String, Tree> declared, Place section, Scope scope) {
        this.declared = declared;
        this.section = section;
        this.scope = scope;
    }

    @Override
    public boolean declares(String name) {
        return declared.containsKey(name);
    }

    /// Evaluates all of them; those that can't be evaluated are left out, and the faults have been noted.
    public SequencedMap<String, Boolean> all() {
        SequencedMap<String, Boolean> all = new LinkedHashMap<>();
        for (String name : declared.keySet()) {
            of(name).ifPresent(outcome -> all.put(name, outcome.holds()));
        }
        return all;
    }

    @Override
    public Optional<Outcome> of(String name) {
        Optional<Outcome> known = outcomes.get(name);
        if (known != null) {
            return known;
        }
        Tree tree = declared.get(name);
        if (tree == null) {
            throw new IllegalArgumentException("no condition '" + name + "'");
        }
        Place place = section.member(name, tree);
        if (open.contains(name) || open.size() >= LONGEST_CHAIN) {
            String message = open.contains(name)
                    ? "Circular dependency for condition " + name
                    : "Template error: expected at most " + LONGEST_CHAIN
                            + " conditions that depend on one another, found more";
            scope.faults().add(message, place.pointer(), place.at());
            outcomes.put(name, Optional.empty());
            return Optional.empty();
        }
        open.add(name);
        Optional<Outcome> outcome = new Tests(scope, Block.CONDITIONS).evaluate(tree, place);
        open.remove(name);
        return outcomes.merge(name, outcome, (first, second) -> first.isEmpty() ? first : second);
    }

    /// Tests of values: what conditions and rules are made of.
    public static final class Tests {

        private final Scope scope;
        private final Block block;
        private final Evaluator evaluator;
        private int depth;

        /// @param block conditions or rules
        public Tests(Scope scope, Block block) {
            this.scope = scope;
            this.block = block;
            this.evaluator = new Evaluator(scope, block);
        }

        /// Empty if it can't be evaluated, and the fault has been noted.
        public Optional<Outcome> evaluate(Tree tree, Place place) {
            try {
                Set<String> inputs = new HashSet<>();
                return Optional.of(new Outcome(test(tree, place, inputs), inputs));
            } catch (Broken noted) {
                return Optional.empty();
            }
        }

        private boolean test(Tree tree, Place outer, Set<String> inputs) {
            Map<String, Tree> members = tree.membersOrNone();
            if (members.size() != 1) {
                throw evaluator.broken(NO_TEST, outer);
            }
            Map.Entry<String, Tree> only = members.entrySet().iterator().next();
            String key = only.getKey();
            Tree argument = only.getValue();
            Place place = outer.member(key, argument);
            if (key.equals("Condition")) {
                return condition(argument, place, inputs);
            }
            FunctionName name = FunctionName.of(key)
                    .orElseThrow(() -> evaluator.broken(
                            key.startsWith("Fn::") ? FunctionName.unsupported(key, scope.extended()) : NO_TEST, place));
            boolean usable = name.use() == FunctionName.Use.TEST
                    || (name.use() == FunctionName.Use.RULE && block == Block.RULES);
            if (!usable) {
                throw evaluator.broken(NO_TEST, place);
            }
            Optional<String> wrong = Shapes.wrong(name, argument, scope.extended());
            if (wrong.isPresent()) {
                throw evaluator.broken(wrong.get(), place);
            }
            if (++depth > scope.limits().evaluated().depth()) {
                throw evaluator.broken(
                        "Template error: expected at most "
                                + scope.limits().evaluated().depth() + " functions within each other, found more",
                        place);
            }
            try {
                return test(name, Evaluator.items(argument), place, inputs);
            } finally {
                depth--;
            }
        }

        private boolean condition(Tree argument, Place place, Set<String> inputs) {
            String name = argument.text()
                    .orElseThrow(() -> evaluator.broken(
                            "Template error: every Condition object must have a single String value.", place));
            if (!scope.conditions().declares(name)) {
                throw evaluator.broken(
                        "Template error: unresolved condition dependency " + name + " in Condition", place);
            }
            Outcome outcome = scope.conditions().of(name).orElseThrow(Broken::new);
            inputs.addAll(outcome.inputs());
            return outcome.holds();
        }

        private boolean test(FunctionName name, List<Tree> items, Place place, Set<String> inputs) {
            return switch (name) {
                case AND -> count(items, place, inputs) == items.size();
                case OR -> count(items, place, inputs) > 0;
                case NOT -> count(items, place, inputs) == 0;
                case EQUALS -> text(items, 0, place, inputs).equals(text(items, 1, place, inputs));
                case CONTAINS -> list(items, 0, place, inputs).contains(text(items, 1, place, inputs));
                case EACH_MEMBER_EQUALS -> {
                    String value = text(items, 1, place, inputs);
                    yield list(items, 0, place, inputs).stream().allMatch(value::equals);
                }
                case EACH_MEMBER_IN ->
                    Set.copyOf(list(items, 1, place, inputs)).containsAll(list(items, 0, place, inputs));
                default -> throw new IllegalStateException(name.key());
            };
        }

        /// How many hold. All are evaluated, so that every fault is found.
        private int count(List<Tree> items, Place place, Set<String> inputs) {
            int holding = 0;
            boolean broken = false;
            for (int i = 0; i < items.size(); i++) {
                try {
                    holding += test(items.get(i), place.item(i, items.get(i)), inputs) ? 1 : 0;
                } catch (Broken noted) {
                    broken = true;
                }
            }
            if (broken) {
                throw new Broken();
            }
            return holding;
        }

        private String text(List<Tree> items, int index, Place place, Set<String> inputs) {
            Value value = evaluator.text(items.get(index), place.item(index, items.get(index)), Shapes.EQUALS);
            inputs.addAll(value.inputs());
            return value.value().asString();
        }

        private List<String> list(List<Tree> items, int index, Place place, Set<String> inputs) {
            Place below = place.item(index, items.get(index));
            Value value = Knowledge.of(evaluator.of(items.get(index), below))
                    .filter(known -> known.value().isArray())
                    .orElseThrow(() -> evaluator.broken("Template error: expected a list of strings", below));
            inputs.addAll(value.inputs());
            return value.value().valueStream().map(JsonNode::asString).toList();
        }
    }
}
