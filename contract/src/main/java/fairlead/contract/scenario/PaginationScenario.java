package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.FaultInjection;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.Settings;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.call.TimeBudget;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.ListedResourcesCheck;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A list of several resources, in small pages.
public final class PaginationScenario {

    private static final int THINGS = 3;

    private static final int SMALL_PAGE = 7;

    /// Larger lists are not walked one by one.
    private static final int MOST_ENTRIES = 200;

    private final SuiteContext context;
    private final List<ObjectNode> inputs;
    private final DistinctInputs others;
    private final ListedResourcesCheck check;
    private final List<ObjectNode> used = new ArrayList<>();

    /// @param inputs of resources that may stand beside each other
    public PaginationScenario(SuiteContext context, List<ObjectNode> inputs) {
        this.context = context;
        this.inputs = inputs;
        this.others = new DistinctInputs(context);
        this.check = new ListedResourcesCheck(context, new HashSet<>());
    }

    public void run() {
        if (!context.lists.isListable() || inputs.isEmpty()) {
            return;
        }
        context.findings.enter("pages of a list", Optional.empty());
        Set<String> made = new LinkedHashSet<>();
        try {
            make(made, THINGS);
            made.forEach(context::read);
            Optional<ObjectNode> filter = context.lists.filter(inputs.getFirst());
            if (filter.isEmpty()) {
                context.notExercised("the list has to be given properties that are not known", Rule.LIST_PAGINATES);
            } else {
                turn(filter.get(), made);
            }
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, made);
        }
    }

    /// Makes so many, or fewer if the handler refuses some.
    private void make(Set<String> made, int most) {
        for (int i = 0; i < 2 * most && made.size() < most; i++) {
            makeNext(made, i);
        }
    }

    private void makeMany(Set<String> made, int most) {
        TimeBudget budget = new TimeBudget(context.settings.budget());
        for (int i = 0; i < 2 * most && made.size() < most && !budget.isSpent(); i++) {
            makeNext(made, i);
        }
        if (made.size() < most) {
            context.findings.leftOut(
                    Rule.LIST_PAGINATES,
                    budget.isSpent()
                            ? "%d of %d resources in one list, after %s".formatted(most - made.size(), most, budget)
                            : "a list of %d resources, of which the handler made but %d".formatted(most, made.size()));
        }
    }

    private void makeNext(Set<String> made, int i) {
        next(i).ifPresent(input -> {
            used.add(input);
            context.tryCreate(input)
                    .filter(id -> !made.add(id))
                    .ifPresent(id -> DuplicateCreateScenario.succeeded(context, id));
        });
    }

    /// An input that has no identifier in common with those that were used.
    private Optional<ObjectNode> next(int i) {
        ObjectNode template = inputs.get(i % inputs.size());
        boolean free =
                !context.isChosen(template) && context.chosenBeside(template).isEmpty();
        if (free) {
            return Optional.of(beside(template)).filter(this::isListedWithTheFirst);
        }
        Optional<ObjectNode> own = Optional.of(beside(template))
                .filter(this::isListedWithTheFirst)
                .filter(input -> others.fits(input, used));
        return own.isPresent() || !context.inputs().areGenerated()
                ? own
                : others.other(this::beside, used).filter(this::isListedWithTheFirst);
    }

    private boolean isListedWithTheFirst(ObjectNode input) {
        return context.lists.filter(input).equals(context.lists.filter(inputs.getFirst()));
    }

    /// The input with what makes the same list show it.
    private ObjectNode beside(ObjectNode input) {
        ObjectNode same = input.deepCopy();
        context.lists.filter(inputs.getFirst()).ifPresent(filter -> same.setAll(filter.deepCopy()));
        return context.schema.validateInput(same).isEmpty() ? same : input;
    }

    private void turn(ObjectNode filter, Set<String> made) {
        Listing whole = context.lists.read(filter, ListReader.USUAL);
        boolean sound = whole.refused().isEmpty() && whole.ended();
        if (!sound || made.size() < 2 || whole.ids().size() > MOST_ENTRIES) {
            context.notExercised(
                    made.size() < 2
                            ? "no two resources could be created that share no identifier"
                            : "the list is longer than " + MOST_ENTRIES + " or did not end",
                    Rule.LIST_PAGINATES);
            return;
        }
        if (!check.hasAll(whole, made)) {
            return;
        }
        turn(filter, made, whole, 1);
        turn(filter, made, whole, 2);
        boolean late = context.settings.chaos().contains(FaultInjection.EVENTUAL);
        if (context.findings.broken().isEmpty() && made.size() > 1 && !late) {
            changed(filter, made);
        }
    }

    /// The pages of a list that has become another one, and at last of a long one.
    private void changed(ObjectNode filter, Set<String> made) {
        String first = made.iterator().next();
        Cleanup.delete(context, Set.of(first));
        made.remove(first);
        make(made, THINGS);
        Listing other = context.lists.read(filter, ListReader.USUAL);
        if (check.hasAll(other, made)) {
            turn(filter, made, other, 1);
        }
        if (context.settings.unusual() && context.settings.pauses() == Settings.Pauses.WAITED_FOR) {
            context.findings.leftOut(Rule.LIST_PAGINATES, "a list of many resources, for pauses are waited for");
        } else if (context.settings.unusual()) {
            makeMany(made, context.settings.listed());
            Listing whole = context.lists.read(filter, ListReader.USUAL);
            context.findings.looked(Rule.LIST_PAGINATES, "resources in one list", made.size());
            if (check.hasAll(whole, made)) {
                turn(filter, made, whole, SMALL_PAGE);
            }
        }
    }

    private void turn(ObjectNode filter, Set<String> made, Listing whole, int size) {
        Listing listing = context.lists.read(filter, size);
        if (listing.refused().isPresent()) {
            context.findings.failed(
                    Rule.LIST_PAGINATES,
                    "The list, in pages of %d, failed on page %d with %s: %s"
                            .formatted(
                                    size,
                                    listing.pages(),
                                    listing.refused().get().code(),
                                    listing.refused().get().message()));
            return;
        }
        context.findings.looked(Rule.LIST_PAGINATES, "pages", listing.pages());
        if (!listing.ended()) {
            return;
        }
        Set<String> missing = new LinkedHashSet<>(whole.ids());
        missing.removeAll(listing.ids());
        missing.removeIf(id -> !made.contains(id) && !(context.inPassing().read(id) instanceof ReadOutcome.Found));
        if (!missing.isEmpty()) {
            context.findings.failed(
                    Rule.LIST_PAGINATES,
                    "The list in pages of %d lacks %s, which one page has.".formatted(size, missing));
        }
        if (!listing.twice().isEmpty()) {
            context.findings.failed(
                    Rule.LIST_PAGINATES,
                    "The list in pages of %d has %s on two pages.".formatted(size, listing.twice()));
        }
    }
}
