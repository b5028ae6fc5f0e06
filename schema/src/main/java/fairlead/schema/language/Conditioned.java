package fairlead.schema.language;

import fairlead.schema.language.Reader.Branch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A text that one automaton accepts, and all that are required do, and none that is excluded does.
record Conditioned(Automaton automaton, List<Condition> required, List<Condition> excluded) {

    Conditioned {
        required = List.copyOf(required);
        excluded = List.copyOf(excluded);
    }

    /// What is asked for besides: equal where it is written alike.
    record Condition(Expression expression, Automaton automaton) {

        static List<Condition> of(List<Expression> expressions) {
            return expressions.stream()
                    .map(one -> new Condition(one, Construction.of(one)))
                    .toList();
        }

        boolean isAmong(List<Condition> others) {
            return others.stream().anyMatch(other -> other.expression.equals(expression));
        }
    }

    /// What the alternatives of a pattern accept: those that ask for nothing besides share an automaton.
    static List<Conditioned> of(List<Branch> branches) {
        List<Conditioned> all = new ArrayList<>();
        List<Expression> plain = branches.stream()
                .filter(Branch::isPlain)
                .map(Branch::expression)
                .toList();
        if (!plain.isEmpty()) {
            Expression either = plain.size() == 1 ? plain.getFirst() : new Expression.Either(plain);
            all.add(new Conditioned(Construction.of(either), List.of(), List.of()));
        }
        branches.stream()
                .filter(branch -> !branch.isPlain())
                .map(branch -> new Conditioned(
                        Construction.of(branch.expression()),
                        Condition.of(branch.required()),
                        Condition.of(branch.excluded())))
                .forEach(all::add);
        return all;
    }

    /// What is left to ask of a text that is accepted by another one.
    Conditioned given(Conditioned other) {
        return new Conditioned(
                automaton,
                required.stream().filter(one -> !one.isAmong(other.required)).toList(),
                excluded.stream().filter(one -> !one.isAmong(other.excluded)).toList());
    }

    Conditioned withoutConditions() {
        return new Conditioned(automaton, List.of(), List.of());
    }

    boolean isPlain() {
        return required.isEmpty() && excluded.isEmpty();
    }

    /// Whether it is plain to see that every text is accepted.
    boolean isEverything() {
        return isPlain() && automaton.begin().get(automaton.accepting());
    }

    boolean acceptsNothing() {
        return automaton.acceptsNothing()
                && required.stream().allMatch(one -> one.automaton.acceptsNothing())
                && excluded.stream().noneMatch(one -> one.automaton.acceptsNothing());
    }

    /// All of its automata.
    Stream<Automaton> automata() {
        return Stream.concat(
                Stream.of(automaton),
                Stream.concat(required.stream(), excluded.stream()).map(Condition::automaton));
    }
}
