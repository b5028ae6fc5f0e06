package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Lister.Walk;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A list of several things, in small pages.
final class Pages {

    private static final int THINGS = 3;

    private static final int SMALL_PAGE = 7;

    /// Larger lists are not walked one by one.
    private static final int MOST_ENTRIES = 200;

    private final Bench bench;
    private final List<ObjectNode> inputs;
    private final Others others;
    private final List<ObjectNode> used = new ArrayList<>();

    /// @param inputs of things that may stand beside each other
    Pages(Bench bench, List<ObjectNode> inputs) {
        this.bench = bench;
        this.inputs = inputs;
        this.others = new Others(bench);
    }

    void areTurned() {
        if (!bench.lister.isListable() || inputs.isEmpty()) {
            return;
        }
        bench.findings.enter("pages of a list", Optional.empty());
        Set<String> made = new LinkedHashSet<>();
        try {
            make(made, THINGS);
            made.forEach(bench::read);
            Optional<ObjectNode> filter = bench.lister.filter(inputs.getFirst());
            if (filter.isEmpty()) {
                bench.never("the list has to be given properties that are not known", Rule.LIST_PAGINATES);
            } else {
                turn(filter.get(), made);
            }
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(made);
        }
    }

    /// Makes so many, or fewer if the handler refuses some.
    private void make(Set<String> made, int most) {
        for (int i = 0; i < 2 * most && made.size() < most; i++) {
            makeNext(made, i);
        }
    }

    private void makeMany(Set<String> made, int most) {
        Budget budget = new Budget(bench.settings.patience());
        for (int i = 0; i < 2 * most && made.size() < most && !budget.isSpent(); i++) {
            makeNext(made, i);
        }
        if (made.size() < most) {
            bench.findings.leftOut(
                    Rule.LIST_PAGINATES,
                    budget.isSpent()
                            ? "%d of %d things in one list, after %s".formatted(most - made.size(), most, budget)
                            : "a list of %d things, of which the handler made but %d".formatted(most, made.size()));
        }
    }

    private void makeNext(Set<String> made, int i) {
        next(i).ifPresent(input -> {
            used.add(input);
            bench.make(input).filter(id -> !made.add(id)).ifPresent(this::wasThere);
        });
    }

    private void wasThere(String identifier) {
        bench.findings.failed(
                Rule.CREATE_ALREADY_EXISTS,
                "A create, with a new token, succeeded with '%s', which was there already.".formatted(identifier));
    }

    /// An input that has no identifier in common with those that were used.
    private Optional<ObjectNode> next(int i) {
        ObjectNode template = inputs.get(i % inputs.size());
        boolean free = !bench.isChosen(template) && bench.chosenBeside(template).isEmpty();
        if (free) {
            return Optional.of(beside(template)).filter(this::isListedWithTheFirst);
        }
        Optional<ObjectNode> own = Optional.of(beside(template))
                .filter(this::isListedWithTheFirst)
                .filter(input -> others.fits(input, used));
        return own.isPresent() || !bench.inputs().areGenerated()
                ? own
                : others.other(this::beside, used).filter(this::isListedWithTheFirst);
    }

    private boolean isListedWithTheFirst(ObjectNode input) {
        return bench.lister.filter(input).equals(bench.lister.filter(inputs.getFirst()));
    }

    /// The input with what makes the same list show it.
    private ObjectNode beside(ObjectNode input) {
        ObjectNode same = input.deepCopy();
        bench.lister.filter(inputs.getFirst()).ifPresent(filter -> same.setAll(filter.deepCopy()));
        return bench.schema.validateInput(same).isEmpty() ? same : input;
    }

    private void turn(ObjectNode filter, Set<String> made) {
        Walk whole = bench.lister.walk(filter, Lister.USUAL);
        boolean sound = whole.refused().isEmpty() && whole.ended();
        if (!sound || made.size() < 2 || whole.ids().size() > MOST_ENTRIES) {
            bench.never(
                    made.size() < 2
                            ? "no two things could be made that stand beside each other"
                            : "the list is longer than " + MOST_ENTRIES + " or did not end",
                    Rule.LIST_PAGINATES);
            return;
        }
        if (!listed(whole, made)) {
            return;
        }
        turn(filter, made, whole, 1);
        turn(filter, made, whole, 2);
        boolean late = bench.settings.chaos().contains(Chaos.EVENTUAL);
        if (bench.findings.broken().isEmpty() && made.size() > 1 && !late) {
            changed(filter, made);
        }
    }

    /// The pages of a list that has become another one, and at last of a long one.
    private void changed(ObjectNode filter, Set<String> made) {
        String first = made.iterator().next();
        bench.sweep(Set.of(first));
        made.remove(first);
        make(made, THINGS);
        Walk other = bench.lister.walk(filter, Lister.USUAL);
        if (listed(other, made)) {
            turn(filter, made, other, 1);
        }
        if (bench.settings.unusual() && bench.settings.pauses() == Settings.Pauses.WAITED_FOR) {
            bench.findings.leftOut(Rule.LIST_PAGINATES, "a list of many things, for pauses are waited for");
        } else if (bench.settings.unusual()) {
            makeMany(made, bench.settings.listed());
            Walk whole = bench.lister.walk(filter, Lister.USUAL);
            bench.findings.looked(Rule.LIST_PAGINATES, "things in one list", made.size());
            if (listed(whole, made)) {
                turn(filter, made, whole, SMALL_PAGE);
            }
        }
    }

    private boolean listed(Walk whole, Set<String> made) {
        List<String> missing =
                made.stream().filter(id -> !whole.ids().contains(id)).toList();
        if (!missing.isEmpty() && !bench.findings.hasFailed(Rule.CREATE_LISTED)) {
            String which = missing.size() == 1 ? "'" + missing.getFirst() + "'" : missing.size() + " of them";
            bench.findings.failed(
                    Rule.CREATE_LISTED,
                    "The list has not all of the %d things that were created: it lacks %s."
                            .formatted(made.size(), which));
        }
        return missing.isEmpty() && whole.refused().isEmpty() && whole.ended();
    }

    private void turn(ObjectNode filter, Set<String> made, Walk whole, int size) {
        Walk walk = bench.lister.walk(filter, size);
        if (walk.refused().isPresent()) {
            bench.findings.failed(
                    Rule.LIST_PAGINATES,
                    "The list, in pages of %d, failed on page %d with %s: %s"
                            .formatted(
                                    size,
                                    walk.pages(),
                                    walk.refused().get().code(),
                                    walk.refused().get().message()));
            return;
        }
        bench.findings.looked(Rule.LIST_PAGINATES, "pages", walk.pages());
        if (!walk.ended()) {
            return;
        }
        Set<String> missing = new LinkedHashSet<>(whole.ids());
        missing.removeAll(walk.ids());
        missing.removeIf(id -> !made.contains(id) && !(bench.quiet().read(id) instanceof Look.Found));
        if (!missing.isEmpty()) {
            bench.findings.failed(
                    Rule.LIST_PAGINATES,
                    "The list in pages of %d lacks %s, which one page has.".formatted(size, missing));
        }
        if (!walk.twice().isEmpty()) {
            bench.findings.failed(
                    Rule.LIST_PAGINATES, "The list in pages of %d has %s on two pages.".formatted(size, walk.twice()));
        }
    }
}
