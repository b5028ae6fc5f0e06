package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.AdditionalIdentifierCheck;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.OthersUntouchedCheck;
import fairlead.contract.input.InputSet;
import fairlead.generator.Edge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Three several resources: what is done to the second is seen by neither the older nor the younger one.
public final class IsolationScenario {

    private static final int OTHERS = 2;
    private static final String NONE = "no two resources could be created that share no identifier";

    private final SuiteContext context;
    private final OthersUntouchedCheck check;
    private final List<InputSet> sets;
    private final Map<String, ObjectNode> seen = new LinkedHashMap<>();
    private final List<CreatedResource> creates = new ArrayList<>();

    /// @param sets inputs that the handler takes
    public IsolationScenario(SuiteContext context, List<InputSet> sets) {
        this.context = context;
        this.check = new OthersUntouchedCheck(context);
        this.sets = sets;
    }

    public void run() {
        context.findings.enter("several resources", Optional.empty());
        try {
            lookedAt();
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, Set.copyOf(seen.keySet()));
        }
    }

    private void lookedAt() {
        InputSet own = own();
        List<Other> others = others(own.create());
        if (others.size() > 1) {
            made(others.getFirst());
        }
        Optional<String> resource = made(own.create());
        if (resource.isPresent() && !others.isEmpty()) {
            check.afterCreate(seen, resource.get());
            made(others.getLast()).ifPresent(younger -> check.afterCreate(seen, younger));
        }
        if (resource.isEmpty() || seen.size() < 2) {
            context.notExercised(NONE, Rule.CREATE_OTHERS, Rule.UPDATE_OTHERS, Rule.DELETE_OTHERS);
            return;
        }
        // Broken reads would be found here, too, and be named as something else.
        if (context.findings.broken().isEmpty()) {
            ObjectNode model = seen(resource.get());
            new AdditionalIdentifierCheck(context, resource.get())
                    .find(model, model, own.create(), " while others exist");
        }
        if (context.findings.broken().isEmpty()) {
            new SimilarIdentifierScenario(context, resource.get(), own.create(), seen(resource.get()), seen.values())
                    .run();
            check.afterDelete(seen, resource.get(), "A delete of nothing, by an identifier similar to that of");
        }
        new DuplicateDeliveryScenario(context, own.create()).later(creates, seen.keySet());
        if (context.isUpdatable()) {
            update(resource.get(), own);
            new DuplicateDeliveryScenario(context, own.create()).later(creates, seen.keySet());
        }
        delete(resource.get());
    }

    private void delete(String identifier) {
        OperationOutcome ended =
                context.inPassing().operations.delete(context.schema.parseIdentifier(identifier), context.token());
        if (ended.failure().isEmpty()) {
            check.afterDelete(seen, identifier, "The delete of");
            context.inPassing().operations.delete(context.schema.parseIdentifier(identifier), context.token());
            check.afterDelete(seen, identifier, "The second delete of");
            new AdditionalIdentifierCheck(context, identifier).areGone(seen(identifier));
        } else {
            context.notExercised("one of several resources could not be deleted", Rule.DELETE_OTHERS);
        }
    }

    private void update(String identifier, InputSet set) {
        Optional<ObjectNode> desired = set.update()
                .or(() -> context.inputs().areGenerated()
                        ? context.inputs().renewal(set.create(), context.settings.seed())
                        : context.inputs().unusualUpdate(set.create(), Edge.WORDS));
        Optional<OperationOutcome> ended = desired.map(to -> context.inPassing()
                .operations
                .update(
                        context.schema.parseIdentifier(identifier),
                        to,
                        context.schema.overlay(seen(identifier), context.schema.onlyWriteOnly(set.create())),
                        set.create(),
                        context.token()));
        if (ended.filter(end -> end.failure().isEmpty()).isPresent()) {
            check.afterUpdate(seen, identifier);
        } else {
            context.notExercised("no update of one of several resources was accepted", Rule.UPDATE_OTHERS);
        }
    }

    private ObjectNode seen(String identifier) {
        return seen.getOrDefault(identifier, nothing());
    }

    // -- resources ---------------------------------------------------------------------------------------------------

    /// The first of the inputs that have an update, if there are such.
    private InputSet own() {
        return sets.stream().filter(set -> set.update().isPresent()).findFirst().orElseGet(sets::getFirst);
    }

    /// Inputs of one other resource.
    ///
    /// @param near with a name that is almost the resource's, if there may be one
    /// @param far with another name
    private record Other(Optional<ObjectNode> near, ObjectNode far) {}

    /// Two others, or fewer if there are not so many that share no identifier.
    private List<Other> others(ObjectNode own) {
        DistinctInputs inputs = new DistinctInputs(context);
        List<ObjectNode> used = new ArrayList<>(List.of(own));
        List<Other> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            boolean first = i == 0;
            boolean generated = context.inputs().areGenerated();
            Optional<ObjectNode> far = generated
                    ? inputs.other(made -> made, used)
                    : sets.reversed().stream()
                            .map(InputSet::create)
                            .filter(create -> inputs.fits(create, used))
                            .findFirst();
            Optional<ObjectNode> near = far.filter(_ -> generated)
                    .flatMap(made -> Stream.of(first, !first)
                            .map(which -> SimilarIdentifierScenario.beside(context, own, made, which))
                            .filter(other -> context.schema.validateInput(other).isEmpty() && inputs.fits(other, used))
                            .findFirst());
            far.ifPresent(input -> others.add(new Other(near, input)));
            far.ifPresent(used::add);
            near.ifPresent(used::add);
        }
        return others;
    }

    private Optional<String> made(Other other) {
        return other.near.flatMap(this::made).or(() -> made(other.far));
    }

    private Optional<String> made(ObjectNode input) {
        String token = context.token();
        OperationOutcome ended = context.inPassing().operations.create(input, token, Delivered.ONCE);
        Optional<String> identifier =
                ended.model().isPresent() ? ended.identifier().filter(id -> !seen.containsKey(id)) : Optional.empty();
        identifier.ifPresent(id -> {
            creates.add(new CreatedResource(id, input, ended.model().get(), token));
            seen.put(id, context.inPassing().read(id) instanceof ReadOutcome.Found(var model) ? model : nothing());
        });
        return identifier;
    }

    private ObjectNode nothing() {
        return context.schema.document().objectNode();
    }
}
