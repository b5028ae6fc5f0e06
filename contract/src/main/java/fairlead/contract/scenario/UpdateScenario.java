package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.call.TimeBudget;
import fairlead.contract.check.AdditionalIdentifierCheck;
import fairlead.contract.check.ErrorCodeCheck;
import fairlead.contract.check.ListedResourcesCheck;
import fairlead.contract.check.ModelComparison;
import fairlead.contract.check.ObservedUpdate;
import fairlead.contract.input.InputSet;
import fairlead.generator.Size;
import fairlead.generator.SlightChange;
import fairlead.generator.SlightChangeKind;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The changes of one resource in place: to something else, and to less.
public final class UpdateScenario {

    private static final int MOST_OF_A_KIND = 6;

    private final SuiteContext context;
    private final InputSet set;
    private final Optional<ObjectNode> filter;
    private final Set<String> created;
    private final List<ObservedUpdate> changes;
    private final RefusedUpdateScenario refusals;

    public UpdateScenario(
            SuiteContext context,
            InputSet set,
            Optional<ObjectNode> filter,
            Set<String> created,
            List<ObservedUpdate> changes) {
        this.context = context;
        this.set = set;
        this.filter = filter;
        this.created = created;
        this.changes = changes;
        this.refusals = new RefusedUpdateScenario(context, set, changes, created);
    }

    public void update(CreatedResource resource) {
        ObjectNode present = set.create();
        Optional<ObjectNode> first = set.update();
        if (first.isPresent()) {
            present = to(resource, present, List.of(first.get()));
        } else if (context.inputs().areGenerated()) {
            List<ObjectNode> candidates = new ArrayList<>();
            context.inputs().renewal(present, context.settings.seed()).ifPresent(candidates::add);
            for (int i = 0; i < 3; i++) {
                context.inputs()
                        .update(present, context.settings.seed() + i * 31L, i == 0 ? Size.MAXIMAL : Size.TYPICAL)
                        .ifPresent(candidates::add);
            }
            present = to(resource, present, candidates);
        } else {
            context.notExercised("there is no " + set.name() + "_update.json", Rule.UPDATE_ANSWER);
        }
        to(resource, present, lesser(present));
    }

    /// To what the set's update asks for, if it has one, to what the resource was made with, and there again.
    public void thereAndBack(CreatedResource resource) {
        set.update().ifPresent(there -> {
            ObjectNode present = set.create();
            for (ObjectNode next : List.of(there, set.create(), there)) {
                if (!context.schema.equal(present, next)) {
                    present = to(resource, present, List.of(next));
                }
            }
        });
    }

    /// To nothing else, and then, one step after the other, to what differs from it least: so it is updated
    /// often, too.
    public void slightly(CreatedResource resource) {
        TimeBudget budget = new TimeBudget(context.settings.budget());
        int tried = 0;
        int leftOut = 0;
        ObjectNode present = to(resource, set.create(), List.of(set.create()));
        for (SlightChangeKind kind : SlightChangeKind.values()) {
            Set<String> done = new HashSet<>();
            Optional<SlightChange> next = context.inputs().slight(present, kind, done);
            while (next.isPresent() && done.size() < MOST_OF_A_KIND) {
                done.add(next.get().pointer());
                if (budget.isSpent()) {
                    leftOut++;
                } else {
                    tried++;
                    present = to(resource, present, List.of(next.get().after()));
                }
                next = context.inputs().slight(present, kind, done);
            }
        }
        ModelComparison.lookedAtSlightChanges(context, tried);
        if (leftOut > 0) {
            String what = "%d of %d slight changes, after %s".formatted(leftOut, tried + leftOut, budget);
            context.leftOut(what, Rule.UPDATE_DESIRED_STATE, Rule.UPDATE_RETURNS_REQUEST, Rule.UPDATE_REPLACES);
        }
    }

    /// Those that came so far, to be judged when the resource is gone.
    public RefusedUpdateScenario refusals() {
        return refusals;
    }

    /// The first of the states that the handler accepts.
    private ObjectNode to(CreatedResource resource, ObjectNode present, List<ObjectNode> candidates) {
        for (ObjectNode desired : candidates) {
            Optional<Progress.Failed> refusal = attempt(resource, present, desired);
            if (refusal.isEmpty()) {
                return desired;
            }
            refusals.add(present, desired, refusal.get());
            context.notExercised(
                    "an update was refused with %s: %s"
                            .formatted(refusal.get().code(), refusal.get().message()),
                    Rule.UPDATE_ANSWER);
        }
        return present;
    }

    private Optional<Progress.Failed> attempt(CreatedResource resource, ObjectNode asked, ObjectNode desired) {
        ObjectNode identifier = context.schema.parseIdentifier(resource.identifier());
        ObjectNode model =
                changes.isEmpty() ? resource.created() : changes.getLast().read();
        ObjectNode previous = context.schema.overlay(model, context.schema.onlyWriteOnly(asked));
        Optional<Listing> before = list();
        OperationOutcome ended = context.operations.update(identifier, desired, previous, asked, context.token());
        if (ended.failedWith(ErrorCode.NOT_FOUND)) {
            new ErrorCodeCheck(context).updateNotFound(resource.identifier());
            throw new ScenarioAborted("the update finds nothing");
        }
        if (ended.failure().isPresent()) {
            return ended.failure();
        }
        refusals.accepted();
        before.ifPresent(earlier -> list().ifPresent(later ->
                new ListedResourcesCheck(context, created).afterUpdate(earlier, later, resource.identifier())));
        ObjectNode told = ended.model().orElseThrow(() -> new ScenarioAborted("the update answered without a model"));
        changes.add(new ObservedUpdate(asked, desired, told, looked(resource.identifier(), ended, desired)));
        return Optional.empty();
    }

    private Optional<Listing> list() {
        return filter.map(given -> context.lists.read(given, ListReader.USUAL)).filter(Listing::isWhole);
    }

    private ObjectNode looked(String identifier, OperationOutcome ended, ObjectNode desired) {
        context.findings.looked(Rule.UPDATE_READABLE, "reads after an update");
        ReadOutcome look = context.readUntil(
                identifier,
                seen -> seen instanceof ReadOutcome.Found(var model)
                        && context.agreement.unmet(desired, model).isEmpty());
        if (look instanceof ReadOutcome.Found(var model)) {
            ObjectNode told = ended.model().orElse(model);
            new AdditionalIdentifierCheck(context, identifier).find(told, model, desired, " since it was updated");
            return model;
        }
        boolean elsewhere =
                ended.identifier().filter(id -> !id.equals(identifier)).isPresent();
        if (elsewhere) {
            ended.identifier().ifPresent(created::add);
            throw new ScenarioAborted("the update gave the resource another identifier");
        }
        boolean guarded = look instanceof ReadOutcome.Wrong(var code, var _) && code.isEmpty();
        if (!guarded) {
            context.findings.failed(
                    Rule.UPDATE_READABLE,
                    look instanceof ReadOutcome.Wrong(var code, var message)
                            ? "The read after the update fails with %s: %s"
                                    .formatted(code.map(ErrorCode::wireName).orElse(""), message)
                            : "The read after the update says NotFound.");
        }
        throw new ScenarioAborted("the resource can't be read after its update");
    }

    // -- less -----------------------------------------------------------------------------------------------------

    /// States with less than is there: with as little as is allowed first, then each with one property less.
    private List<ObjectNode> lesser(ObjectNode present) {
        if (!context.inputs().areGenerated()) {
            return context.schema.equal(set.create(), present) ? List.of() : List.of(set.create());
        }
        List<ObjectNode> lesser = new ArrayList<>();
        ObjectNode least = present.deepCopy();
        for (String name : List.copyOf(present.propertyNames())) {
            less(least, name).ifPresent(next -> {
                least.removeAll();
                least.setAll(next);
            });
        }
        if (!context.schema.equal(least, present)) {
            lesser.add(least);
        }
        for (String name : present.propertyNames()) {
            less(present, name).ifPresent(lesser::add);
        }
        return lesser.stream().limit(4).toList();
    }

    /// Without a property, or where it has to be there with less in it.
    private Optional<ObjectNode> less(ObjectNode from, String name) {
        if (context.inputs().isGiven("/" + PointerSteps.escape(name))) {
            return Optional.empty();
        }
        ObjectNode without = from.deepCopy();
        without.remove(name);
        if (isAllowed(from, without)) {
            return Optional.of(without);
        }
        ObjectNode fewer = from.deepCopy();
        JsonNode value = fewer.path(name);
        if (value instanceof ArrayNode list && list.size() > 1) {
            list.remove(list.size() - 1);
        } else if (value instanceof ObjectNode object && !object.isEmpty()) {
            object.remove(object.propertyNames().iterator().next());
        }
        return Optional.of(fewer).filter(to -> !context.schema.equal(from, to) && isAllowed(from, to));
    }

    private boolean isAllowed(ObjectNode from, ObjectNode to) {
        boolean untaggable = context.schema
                .tagging()
                .property()
                .filter(_ -> !context.schema.tagging().updatable())
                .filter(path -> !context.schema.changed(from, to, List.of(path)).isEmpty())
                .isPresent();
        return !untaggable
                && context.schema.validateInput(to).isEmpty()
                && context.schema.changed(from, to, context.schema.createOnly()).isEmpty()
                && context.schema
                        .changed(from, to, context.schema.conditionalCreateOnly())
                        .isEmpty()
                && context.schema
                        .changed(from, to, context.schema.primaryIdentifier())
                        .isEmpty()
                && context.schema.additionalIdentifiers().stream()
                        .allMatch(
                                paths -> context.schema.changed(from, to, paths).isEmpty());
    }
}
