package fairlead.server.stack;

import fairlead.server.access.Caller;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.PresentResources.Found;
import fairlead.server.stack.StackPlan.Looked;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackStatus;
import fairlead.stack.document.Document;
import fairlead.stack.document.TypeCatalog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;

/// Says what a template would do to a stack, before anything is done.
public final class Forecasts {

    private final Stacks stacks;
    private final StackPlan plans;

    Forecasts(Stacks stacks, StackPlan plans) {
        this.stacks = stacks;
        this.plans = plans;
    }

    /// Those of a stack's nodes whose resources are there.
    public List<StackNode> remaining(Caller caller, Stack stack) {
        return plans.present(stack, caller, stacks::owner).remaining(stacks.nodes(stack.id()));
    }

    /// What would be done; an [InvalidTemplate] if the template can't be.
    public Forecast of(Caller caller, Wish wish) {
        Optional<Stack> present = stacks.find(wish.place(), wish.name());
        return present.isPresent() ? of(caller, wish, present.get()) : ofNew(caller, wish);
    }

    private Forecast of(Caller caller, Wish wish, Stack stack) {
        Found found = found(caller, wish, stack, stacks.nodes(stack.id()));
        Looked looked = plans.look(stack, found.nodes(), wish.content(), caller);
        ForecastJson json = new ForecastJson(
                catalog(wish),
                found,
                before(stack, found.nodes()),
                looked,
                looked,
                refusals(stack, found, looked, caller));
        return json.forecast(Optional.of(stack));
    }

    private Found found(Caller caller, Wish wish, Stack stack, List<StackNode> nodes) {
        return plans.found(stack, nodes, wish, caller, stacks::owner);
    }

    private SequencedMap<String, String> refusals(Stack stack, Found found, Looked looked, Caller caller) {
        SequencedMap<String, String> refusals = plans.refusals(stack, found.nodes(), looked, caller);
        refusals.putAll(found.refusals());
        return refusals;
    }

    /// A stack that is made gets an id, and some names follow from it: they differ where the id does.
    private Forecast ofNew(Caller caller, Wish wish) {
        Stack stack = imagined(wish, "one");
        Found found = found(caller, wish, stack, List.of());
        Looked looked = plans.look(stack, found.nodes(), wish.content(), caller);
        Looked other = plans.look(imagined(wish, "another"), found.nodes(), wish.content(), caller);
        ForecastJson json = new ForecastJson(
                catalog(wish),
                found,
                new SecretProperties(Optional.of(Document.empty())),
                looked,
                other,
                refusals(stack, found, looked, caller));
        return json.forecast(Optional.empty());
    }

    private Stack imagined(Wish wish, String which) {
        String seed = which + " " + wish.place().living(wish.name());
        Stack made = stacks.made(wish.place(), wish.name(), wish.language(), StackStatus.CREATE_IN_PROGRESS);
        return made.called(UUID.nameUUIDFromBytes(seed.getBytes(StandardCharsets.UTF_8)));
    }

    private TypeCatalog catalog(Wish wish) {
        return plans.catalog(wish.place());
    }

    /// What was secret before. Of what a failed operation has left behind that can't be told.
    private SecretProperties before(Stack stack, List<StackNode> nodes) {
        if (stack.content().isEmpty() || stack.status().name().endsWith("_FAILED")) {
            return new SecretProperties(Optional.empty());
        }
        try {
            return new SecretProperties(Optional.of(plans.document(stack, nodes)));
        } catch (ProblemException noMore) {
            return new SecretProperties(Optional.empty());
        }
    }
}
