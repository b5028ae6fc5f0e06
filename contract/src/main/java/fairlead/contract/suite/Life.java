package fairlead.contract.suite;

import fairlead.contract.Breach;
import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Comparison.Change;
import fairlead.contract.suite.Comparison.Facts;
import fairlead.contract.suite.Lister.Walk;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.node.ObjectNode;

/// One thing from its creation to its end, looked at from all sides on the way.
final class Life {

    private static final int MOST_GHOSTS = 10;

    private static final Duration MUCH_LATER = Duration.ofMinutes(10);

    private final Bench bench;
    private final InputSet set;
    private final ObjectNode input;
    private final Optional<ObjectNode> filter;
    private final Set<String> mine = new LinkedHashSet<>();
    private final List<Change> changes = new ArrayList<>();
    private Optional<Progress.Failed> refusal = Optional.empty();
    private Optional<Facts> facts = Optional.empty();

    Life(Bench bench, InputSet set) {
        this(bench, set, bench.lister.isListable() ? bench.lister.filter(set.create()) : Optional.empty());
    }

    /// @param filter what its list has to be given; without one, nothing is listed
    private Life(Bench bench, InputSet set, Optional<ObjectNode> filter) {
        this.bench = bench;
        this.set = set;
        this.input = set.create();
        this.filter = filter;
    }

    /// How the create refused the input; empty if it did not.
    Optional<Progress.Failed> live() {
        bench.findings.enter("life of " + set.name(), Optional.of(input));
        try {
            Optional<Walk> before = list();
            Walk empty = before.orElse(NOTHING);
            before.ifPresent(this::mayBeEmpty);
            Thing thing = born(empty);
            looked(thing);
            repeated(thing, empty);
            Namesakes namesakes = new Namesakes(bench, filter, mine);
            namesakes.refused(thing.identifier, input);
            Updating updating = new Updating(bench, set, filter, mine, changes);
            if (bench.isUpdatable()) {
                updating.update(thing);
            }
            if (!changes.isEmpty()) {
                namesakes.stillRefused(thing.identifier, input);
            }
            stays(thing);
            new Ending(bench, set, filter, mine).end(thing, empty);
            updating.refusals().judge();
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(mine);
        }
        return refusal;
    }

    /// A life in which only values are looked at: it is made, read, listed, updated there and back, and deleted.
    static Life brief(Bench bench, InputSet set) {
        return new Life(bench, set, Optional.empty());
    }

    /// The same for a brief life.
    Optional<Progress.Failed> liveBriefly() {
        return liveBriefly(Updating::thereAndBack);
    }

    /// The same for one in which it is changed step by step.
    Optional<Progress.Failed> liveSlightlyChanged() {
        return liveBriefly(Updating::slightly);
    }

    private Optional<Progress.Failed> liveBriefly(BiConsumer<Updating, Thing> updates) {
        bench.findings.enter("life of " + set.name(), Optional.of(input));
        try {
            Thing thing = born(NOTHING);
            looked(thing);
            listed(thing);
            Updating updating = new Updating(bench, set, filter, mine, changes);
            if (bench.isUpdatable()) {
                updates.accept(updating, thing);
            }
            new Ending(bench, set, filter, mine).endBriefly(thing);
            bench.sweep(mine);
            updating.refusals().judge();
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(mine);
        }
        return refusal;
    }

    /// What is to be compared, if the life got so far.
    Optional<Facts> facts() {
        return facts;
    }

    static final Walk NOTHING = new Walk(Set.of(), Set.of(), 0, Optional.empty(), true);

    /// A thing that was made.
    ///
    /// @param created what the create answered
    record Thing(String identifier, ObjectNode created, ObjectNode read, String token) {}

    private Optional<Walk> list() {
        return filter.map(given -> bench.lister.walk(given, Lister.USUAL));
    }

    private void mayBeEmpty(Walk walk) {
        if (walk.ids().isEmpty()) {
            bench.findings.looked(Rule.LIST_EMPTY, "lists", walk.refused().isEmpty() ? 1 : 0);
        }
    }

    // -- it is made -----------------------------------------------------------------------------------------------

    private Thing born(Walk before) {
        String token = bench.token();
        Ended ended = bench.operations.create(input, token, Delivered.ONCE);
        if (ended.failure().isPresent()) {
            refused(ended, before);
            throw new Stop("refused");
        }
        Optional<Walk> after = list();
        after.ifPresent(walk -> emptiness(before, walk));
        Set<String> more = after.map(walk -> walk.without(before)).orElse(Set.of());
        String identifier = ended.identifier()
                .or(() -> bench.schema.identifier(input))
                .or(() -> more.size() == 1 ? more.stream().findFirst() : Optional.empty())
                .orElseThrow(() -> new Stop("the thing can't be found again"));
        mine.add(identifier);
        ObjectNode created = ended.model().orElseThrow(() -> new Stop("the create answered without a model"));
        after.filter(walk -> walk.refused().isEmpty() && walk.ended())
                .ifPresent(walk -> accounted(identifier, walk, more, ended.events()));
        return new Thing(identifier, created, created, token);
    }

    /// A list that fails while nothing is there, and works when something is; or one that never works.
    private void emptiness(Walk before, Walk after) {
        before.refused().ifPresent(refused -> {
            boolean never = after.refused().isPresent();
            bench.findings.failed(
                    never ? Rule.LIST_IDENTIFIERS : Rule.LIST_EMPTY,
                    "The list failed with %s%s: %s"
                            .formatted(refused.code(), never ? "" : " while nothing was there", refused.message()));
        });
        after.refused()
                .filter(_ -> before.refused().isEmpty())
                .ifPresent(refused -> bench.findings.failed(
                        Rule.LIST_IDENTIFIERS,
                        "The list failed with %s: %s".formatted(refused.code(), refused.message())));
    }

    private void refused(Ended ended, Walk before) {
        refusal = ended.failure();
        if (ended.events() > 1) {
            ended.identifier().ifPresent(mine::add);
        } else if (!ended.failedWith(ErrorCode.ALREADY_EXISTS)) {
            new Refusal(bench, filter, mine).leftNothing(input, before);
        }
    }

    /// A list has it, whatever else there is.
    private void listed(Thing thing) {
        if (bench.lister.isListable()) {
            bench.lister
                    .filter(input)
                    .map(given -> bench.lister.walk(given, Lister.USUAL))
                    .filter(walk -> walk.refused().isEmpty() && walk.ended())
                    .ifPresent(walk -> isIn(walk, thing.identifier));
        }
    }

    private boolean isIn(Walk walk, String identifier) {
        bench.findings.looked(Rule.CREATE_LISTED, "lists after a create");
        boolean there = walk.ids().contains(identifier);
        if (!there) {
            bench.findings.failed(Rule.CREATE_LISTED, "The list lacks '" + identifier + "', which was created.");
        }
        return there;
    }

    /// The list has grown by this thing and nothing else.
    private void accounted(String identifier, Walk walk, Set<String> more, int events) {
        // One more for each call but the first: the repeated calls made them.
        boolean byRepetition = events > 1 && more.size() == events;
        bench.findings.looked(Rule.NO_LEAK, "lists");
        if (isIn(walk, identifier)) {
            bench.findings.looked(Rule.LIST_READABLE, "entries");
        }
        more.stream().filter(id -> !id.equals(identifier)).limit(MOST_GHOSTS).forEach(id -> {
            switch (readListed(id)) {
                case Look.Missing() -> ghost(id);
                case Look.Found _ -> {
                    mine.add(id);
                    bench.findings.failed(
                            byRepetition ? Rule.CREATE_IDEMPOTENT : Rule.NO_LEAK,
                            "The create of '" + identifier + "' made '" + id + "', too, and told nobody.");
                }
                case Look.Wrong _ -> {}
            }
        });
        walk.ids().stream()
                .filter(id -> !more.contains(id))
                .limit(MOST_GHOSTS)
                .filter(id -> readListed(id) instanceof Look.Missing)
                .forEach(this::ghost);
    }

    private Look readListed(String identifier) {
        bench.findings.looked(Rule.LIST_READABLE, "entries");
        try {
            return bench.quiet().read(identifier);
        } catch (IllegalArgumentException e) {
            return new Look.Wrong(Optional.empty(), e.toString());
        }
    }

    private void ghost(String identifier) {
        bench.findings.failed(Rule.LIST_READABLE, "The list has '" + identifier + "', of which a read says NotFound.");
    }

    // -- it is looked at ------------------------------------------------------------------------------------------

    private void looked(Thing thing) {
        bench.findings.looked(Rule.CREATE_READABLE, "reads after a create");
        bench.findings.looked(Rule.READ_IDENTIFIER_ONLY, "reads");
        Look look = bench.readUntil(thing.identifier, Look.Found.class::isInstance);
        if (look instanceof Look.Found(var model)) {
            late(thing, model);
            ObjectNode second = again(thing, model);
            facts = Optional.of(new Facts(set.name(), input, thing.created, model, second, changes));
            new OtherNames(bench, thing.identifier).find(thing.created, model, input, "");
            return;
        }
        Optional<ObjectNode> whole = byWholeModel(thing);
        boolean stillMissing = !(bench.quiet().read(thing.identifier) instanceof Look.Found);
        if (whole.isPresent() && stillMissing) {
            bench.findings.failed(
                    Rule.READ_IDENTIFIER_ONLY,
                    "The read finds the thing only when it is given more than the identifier.");
            facts = Optional.of(new Facts(set.name(), input, thing.created, whole.get(), whole.get(), List.of()));
        } else {
            unreadable(thing, look);
            throw new Stop("the thing can't be read");
        }
    }

    /// What the first read lacks and a later one shows was not applied when the create succeeded.
    private void late(Thing thing, ObjectNode first) {
        List<String> unmet = bench.agreement.unmet(input, first);
        boolean applied = !unmet.isEmpty()
                && bench.isGoodLater(
                        thing.identifier,
                        look -> look instanceof Look.Found(var later)
                                && bench.agreement.unmet(input, later).isEmpty());
        if (applied) {
            bench.findings.failed(new Breach(
                    Rule.CREATE_DESIRED_STATE,
                    "The first read after the create does not show what was asked for, and a later one does, at "
                            + String.join(", ", unmet) + ".",
                    unmet));
        }
    }

    /// What a second read shows, between which and the first nothing happened.
    private ObjectNode again(Thing thing, ObjectNode first) {
        if (!(bench.read(thing.identifier) instanceof Look.Found(var second))) {
            bench.findings.failed(Rule.CREATE_READABLE, "The second read after the create does not find the thing.");
            return first;
        }
        List<String> unmet = bench.agreement.unmet(input, first);
        List<String> lost = bench.agreement.unmet(input, second).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        if (!lost.isEmpty()) {
            bench.findings.failed(new Breach(
                    Rule.READ_COMPLETE,
                    "The second read after the create no longer shows what the first one did at "
                            + String.join(", ", lost) + ".",
                    lost));
        }
        return second;
    }

    /// Nothing happens to a thing that nobody does anything to.
    private void stays(Thing thing) {
        if (bench.settings.pauses() == Settings.Pauses.WAITED_FOR) {
            bench.findings.leftOut(Rule.CREATE_READABLE, "a read much later, for pauses are waited for");
            return;
        }
        Look first = bench.quiet().read(thing.identifier);
        boolean still = first instanceof Look.Found(var earlier)
                && bench.quiet().read(thing.identifier) instanceof Look.Found(var second)
                && Neighbours.changed(bench, earlier, second).isEmpty();
        if (!still || !(first instanceof Look.Found(var before))) {
            return;
        }
        bench.operations.wait(MUCH_LATER);
        bench.findings.looked(Rule.CREATE_READABLE, "reads much later");
        switch (bench.quiet().read(thing.identifier)) {
            case Look.Found(var now) ->
                Neighbours.changed(bench, before, now)
                        .ifPresent(where -> bench.findings.failed(
                                changes.isEmpty() ? Rule.CREATE_DESIRED_STATE : Rule.UPDATE_DESIRED_STATE,
                                "A read %d minutes later shows something else%s, though nothing was done."
                                        .formatted(MUCH_LATER.toMinutes(), where)));
            case Look.Missing() -> {
                bench.findings.failed(
                        Rule.CREATE_READABLE,
                        "A read %d minutes later says NotFound, though nothing was done."
                                .formatted(MUCH_LATER.toMinutes()));
                throw new Stop("the thing is gone");
            }
            case Look.Wrong _ -> {}
        }
    }

    private Optional<ObjectNode> byWholeModel(Thing thing) {
        ObjectNode whole = input.deepCopy();
        whole.setAll(thing.created);
        return bench.quiet().read(whole, Optional.empty()) instanceof Look.Found(var model)
                ? Optional.of(model)
                : Optional.empty();
    }

    private void unreadable(Thing thing, Look look) {
        String found = switch (look) {
            case Look.Missing() ->
                bench.isGoodLater(thing.identifier, Look.Found.class::isInstance)
                        ? "The first read after the create says NotFound; a later one finds the thing."
                        : "The read after the create says NotFound.";
            case Look.Wrong(var code, var message) ->
                "The read after the create fails%s: %s"
                        .formatted(code.map(c -> " with " + c).orElse(""), message);
            case Look.Found _ -> throw new IllegalStateException("it was found");
        };
        boolean guarded = look instanceof Look.Wrong(var code, var _) && code.isEmpty();
        if (!guarded) {
            bench.findings.failed(Rule.CREATE_READABLE, found);
        }
    }

    // -- its creation is repeated ---------------------------------------------------------------------------------

    private void repeated(Thing thing, Walk before) {
        bench.findings.looked(Rule.CREATE_IDEMPOTENT, "creates repeated after completion");
        Ended again = bench.quiet().operations.create(input, thing.token, Delivered.ONCE);
        again.failure()
                .ifPresent(failure -> bench.findings.failed(
                        Rule.CREATE_IDEMPOTENT,
                        "The same create with the same token, sent again after it had succeeded, failed with %s: %s"
                                .formatted(failure.code(), failure.message())));
        again.model().ifPresent(model -> sameAnswer(thing, model));
        again.identifier().filter(id -> !id.equals(thing.identifier)).ifPresent(id -> {
            mine.add(id);
            bench.findings.failed(
                    Rule.CREATE_IDEMPOTENT,
                    "The same create with the same token made '%s' beside '%s'.".formatted(id, thing.identifier));
        });
        list().filter(walk -> walk.refused().isEmpty() && walk.ended()).ifPresent(walk -> {
            Set<String> more = walk.without(before);
            more.removeAll(mine);
            more.stream()
                    .filter(id -> readListed(id) instanceof Look.Found)
                    .filter(mine::add)
                    .forEach(id -> bench.findings.failed(
                            Rule.CREATE_IDEMPOTENT,
                            "The same create with the same token made '%s' beside '%s'."
                                    .formatted(id, thing.identifier)));
        });
    }

    /// What was asked for and answered is answered again.
    private void sameAnswer(Thing thing, ObjectNode model) {
        List<String> unmet = bench.agreement.unmet(input, thing.created);
        List<String> lost = bench.agreement.unmet(input, model).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        if (!lost.isEmpty()
                && bench.schema
                        .identifier(model)
                        .filter(thing.identifier::equals)
                        .isPresent()) {
            bench.findings.failed(
                    Rule.CREATE_IDEMPOTENT,
                    "The same create with the same token, sent again after it had succeeded, answers otherwise at "
                            + String.join(", ", lost) + ".");
        }
    }
}
