package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Comparison.Change;
import fairlead.contract.suite.Life.Thing;
import fairlead.contract.suite.Lister.Walk;
import fairlead.contract.suite.Operations.Ended;
import fairlead.generator.Size;
import fairlead.generator.Slight;
import fairlead.generator.SlightChange;
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

/// The changes of one thing in place: to something else, and to less.
final class Updating {

    private static final int MOST_OF_A_KIND = 6;

    private final Bench bench;
    private final InputSet set;
    private final Optional<ObjectNode> filter;
    private final Set<String> mine;
    private final List<Change> changes;
    private final Refusals refusals;

    Updating(Bench bench, InputSet set, Optional<ObjectNode> filter, Set<String> mine, List<Change> changes) {
        this.bench = bench;
        this.set = set;
        this.filter = filter;
        this.mine = mine;
        this.changes = changes;
        this.refusals = new Refusals(bench, set, changes, mine);
    }

    void update(Thing thing) {
        ObjectNode present = set.create();
        Optional<ObjectNode> first = set.update();
        if (first.isPresent()) {
            present = to(thing, present, List.of(first.get()));
        } else if (bench.inputs().areGenerated()) {
            List<ObjectNode> candidates = new ArrayList<>();
            bench.inputs().renewal(present, bench.settings.seed()).ifPresent(candidates::add);
            for (int i = 0; i < 3; i++) {
                bench.inputs()
                        .update(present, bench.settings.seed() + i * 31L, i == 0 ? Size.MAXIMAL : Size.TYPICAL)
                        .ifPresent(candidates::add);
            }
            present = to(thing, present, candidates);
        } else {
            bench.never("there is no " + set.name() + "_update.json", Rule.UPDATE_ANSWER);
        }
        to(thing, present, lesser(present));
    }

    /// To what the set's update asks for, if it has one, to what the thing was made with, and there again.
    void thereAndBack(Thing thing) {
        set.update().ifPresent(there -> {
            ObjectNode present = set.create();
            for (ObjectNode next : List.of(there, set.create(), there)) {
                if (!bench.schema.equal(present, next)) {
                    present = to(thing, present, List.of(next));
                }
            }
        });
    }

    /// To nothing else, and then, one step after the other, to what differs from it least: so it is updated
    /// often, too.
    void slightly(Thing thing) {
        Budget budget = new Budget(bench.settings.patience());
        int tried = 0;
        int leftOut = 0;
        ObjectNode present = to(thing, set.create(), List.of(set.create()));
        for (Slight kind : Slight.values()) {
            Set<String> done = new HashSet<>();
            Optional<SlightChange> next = bench.inputs().slight(present, kind, done);
            while (next.isPresent() && done.size() < MOST_OF_A_KIND) {
                done.add(next.get().pointer());
                if (budget.isSpent()) {
                    leftOut++;
                } else {
                    tried++;
                    present = to(thing, present, List.of(next.get().after()));
                }
                next = bench.inputs().slight(present, kind, done);
            }
        }
        bench.findings.looked(Rule.UPDATE_DESIRED_STATE, "slight changes", tried);
        if (leftOut > 0) {
            String what = "%d of %d slight changes, after %s".formatted(leftOut, tried + leftOut, budget);
            List.of(Rule.UPDATE_DESIRED_STATE, Rule.UPDATE_RETURNS_REQUEST, Rule.UPDATE_REPLACES)
                    .forEach(rule -> bench.findings.leftOut(rule, what));
        }
    }

    /// Those that came so far, to be judged when the thing is gone.
    Refusals refusals() {
        return refusals;
    }

    /// The first of the states that the handler accepts.
    private ObjectNode to(Thing thing, ObjectNode present, List<ObjectNode> candidates) {
        for (ObjectNode desired : candidates) {
            Optional<Progress.Failed> refusal = attempt(thing, present, desired);
            if (refusal.isEmpty()) {
                return desired;
            }
            refusals.add(present, desired, refusal.get());
            bench.never(
                    "an update was refused with %s: %s"
                            .formatted(refusal.get().code(), refusal.get().message()),
                    Rule.UPDATE_ANSWER);
        }
        return present;
    }

    private Optional<Progress.Failed> attempt(Thing thing, ObjectNode asked, ObjectNode desired) {
        ObjectNode identifier = bench.schema.parseIdentifier(thing.identifier());
        ObjectNode model =
                changes.isEmpty() ? thing.created() : changes.getLast().read();
        ObjectNode previous = bench.schema.overlay(model, bench.schema.onlyWriteOnly(asked));
        Optional<Walk> before = list();
        Ended ended = bench.operations.update(identifier, desired, previous, asked, bench.token());
        if (ended.failedWith(ErrorCode.NOT_FOUND)) {
            bench.findings.failed(
                    Rule.FAILURE_CODE, "An update of '" + thing.identifier() + "', which is there, says NotFound.");
            throw new Stop("the update finds nothing");
        }
        if (ended.failure().isPresent()) {
            return ended.failure();
        }
        bench.findings.looked(Rule.UPDATE_SUCCESS, "updates");
        before.ifPresent(walk -> unchanged(walk, thing.identifier()));
        ObjectNode told = ended.model().orElseThrow(() -> new Stop("the update answered without a model"));
        changes.add(new Change(asked, desired, told, looked(thing.identifier(), ended, desired)));
        return Optional.empty();
    }

    private Optional<Walk> list() {
        return filter.map(given -> bench.lister.walk(given, Lister.USUAL))
                .filter(walk -> walk.refused().isEmpty() && walk.ended());
    }

    /// No thing more and no thing less.
    private void unchanged(Walk before, String identifier) {
        list().ifPresent(after -> {
            bench.findings.looked(Rule.UPDATE_NO_NEW_RESOURCE, "lists after an update");
            Set<String> more = after.without(before);
            more.remove(identifier);
            more.stream()
                    .filter(id -> bench.quiet().read(id) instanceof Look.Found)
                    .forEach(id -> {
                        mine.add(id);
                        bench.findings.failed(
                                Rule.UPDATE_NO_NEW_RESOURCE, "The update of '" + identifier + "' made '" + id + "'.");
                    });
            if (before.ids().contains(identifier) && !after.ids().contains(identifier)) {
                bench.findings.failed(Rule.CREATE_LISTED, "The list lacks '" + identifier + "' since it was updated.");
            }
        });
    }

    private ObjectNode looked(String identifier, Ended ended, ObjectNode desired) {
        bench.findings.looked(Rule.UPDATE_READABLE, "reads after an update");
        Look look = bench.readUntil(
                identifier,
                seen -> seen instanceof Look.Found(var model)
                        && bench.agreement.unmet(desired, model).isEmpty());
        if (look instanceof Look.Found(var model)) {
            ObjectNode told = ended.model().orElse(model);
            new OtherNames(bench, identifier).find(told, model, desired, " since it was updated");
            return model;
        }
        boolean elsewhere =
                ended.identifier().filter(id -> !id.equals(identifier)).isPresent();
        if (elsewhere) {
            ended.identifier().ifPresent(mine::add);
            throw new Stop("the update gave the thing another identifier");
        }
        boolean guarded = look instanceof Look.Wrong(var code, var _) && code.isEmpty();
        if (!guarded) {
            bench.findings.failed(
                    Rule.UPDATE_READABLE,
                    look instanceof Look.Wrong(var code, var message)
                            ? "The read after the update fails with %s: %s"
                                    .formatted(code.map(ErrorCode::wireName).orElse(""), message)
                            : "The read after the update says NotFound.");
        }
        throw new Stop("the thing can't be read after its update");
    }

    // -- less -----------------------------------------------------------------------------------------------------

    /// States with less than is there: with as little as is allowed first, then each with one property less.
    private List<ObjectNode> lesser(ObjectNode present) {
        if (!bench.inputs().areGenerated()) {
            return bench.schema.equal(set.create(), present) ? List.of() : List.of(set.create());
        }
        List<ObjectNode> lesser = new ArrayList<>();
        ObjectNode least = present.deepCopy();
        for (String name : List.copyOf(present.propertyNames())) {
            less(least, name).ifPresent(next -> {
                least.removeAll();
                least.setAll(next);
            });
        }
        if (!bench.schema.equal(least, present)) {
            lesser.add(least);
        }
        for (String name : present.propertyNames()) {
            less(present, name).ifPresent(lesser::add);
        }
        return lesser.stream().limit(4).toList();
    }

    /// Without a property, or where it has to be there with less in it.
    private Optional<ObjectNode> less(ObjectNode from, String name) {
        if (bench.inputs().isGiven("/" + PointerSteps.escape(name))) {
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
        return Optional.of(fewer).filter(to -> !bench.schema.equal(from, to) && isAllowed(from, to));
    }

    private boolean isAllowed(ObjectNode from, ObjectNode to) {
        boolean untaggable = bench.schema
                .tagging()
                .property()
                .filter(_ -> !bench.schema.tagging().updatable())
                .filter(path -> !bench.schema.changed(from, to, List.of(path)).isEmpty())
                .isPresent();
        return !untaggable
                && bench.schema.validateInput(to).isEmpty()
                && bench.schema.changed(from, to, bench.schema.createOnly()).isEmpty()
                && bench.schema
                        .changed(from, to, bench.schema.conditionalCreateOnly())
                        .isEmpty()
                && bench.schema
                        .changed(from, to, bench.schema.primaryIdentifier())
                        .isEmpty()
                && bench.schema.additionalIdentifiers().stream()
                        .allMatch(paths -> bench.schema.changed(from, to, paths).isEmpty());
    }
}
