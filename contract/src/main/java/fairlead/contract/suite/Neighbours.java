package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import fairlead.generator.Edge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Three things beside each other: what is done to the second is seen by neither the older nor the younger one.
final class Neighbours {

    private static final int NEIGHBOURS = 2;
    private static final String NONE = "no two things could be made that stand beside each other";

    private final Bench bench;
    private final List<InputSet> sets;
    private final Map<String, ObjectNode> seen = new LinkedHashMap<>();
    private final List<Made> creates = new ArrayList<>();

    /// A create that succeeded.
    private record Made(String identifier, ObjectNode input, String token) {}

    /// @param sets inputs that the handler takes
    Neighbours(Bench bench, List<InputSet> sets) {
        this.bench = bench;
        this.sets = sets;
    }

    void areLeftAlone() {
        bench.findings.enter("things beside each other", Optional.empty());
        try {
            lookedAt();
        } catch (Stop _) {
            // Why is among the findings.
        } finally {
            bench.sweep(Set.copyOf(seen.keySet()));
        }
    }

    private void lookedAt() {
        InputSet own = own();
        List<Other> others = others(own.create());
        if (others.size() > 1) {
            made(others.getFirst());
        }
        Optional<String> thing = made(own.create());
        if (thing.isPresent() && !others.isEmpty()) {
            compare(Rule.CREATE_OTHERS, "The create of", thing.get());
            made(others.getLast()).ifPresent(younger -> compare(Rule.CREATE_OTHERS, "The create of", younger));
        }
        if (thing.isEmpty() || seen.size() < 2) {
            bench.never(NONE, Rule.CREATE_OTHERS, Rule.UPDATE_OTHERS, Rule.DELETE_OTHERS);
            return;
        }
        // Whatever is wrong with reads would show here, too.
        if (bench.findings.broken().isEmpty()) {
            ObjectNode model = seen(thing.get());
            new OtherNames(bench, thing.get()).find(model, model, own.create(), " while others are there");
        }
        if (bench.findings.broken().isEmpty()) {
            new NearNames(bench, thing.get(), own.create(), seen(thing.get()), seen.values()).areNotItsOwn();
            compare(Rule.DELETE_OTHERS, "A delete of nothing, by almost the name of", thing.get());
        }
        repeated();
        if (bench.isUpdatable()) {
            update(thing.get(), own);
            repeated();
        }
        delete(thing.get());
    }

    /// A token is good for one thing, whatever was done since; of which the answer may tell.
    private void repeated() {
        for (Made made : creates) {
            bench.findings.looked(Rule.CREATE_IDEMPOTENT, "creates repeated later");
            Bench quiet = bench.deaf();
            Optional<String> other = quiet.operations
                    .create(made.input, made.token, Delivered.ONCE)
                    .identifier()
                    .filter(identifier -> !identifier.equals(made.identifier));
            other.filter(identifier -> !seen.containsKey(identifier)).ifPresent(identifier -> {
                quiet.sweep(Set.of(identifier));
                bench.findings.failed(
                        Rule.CREATE_IDEMPOTENT,
                        "The same create with the same token made '%s' beside '%s', when others had been made."
                                .formatted(identifier, made.identifier));
            });
        }
    }

    private void delete(String identifier) {
        Ended ended = bench.quiet().operations.delete(bench.schema.parseIdentifier(identifier), bench.token());
        if (ended.failure().isEmpty()) {
            compare(Rule.DELETE_OTHERS, "The delete of", identifier);
            bench.quiet().operations.delete(bench.schema.parseIdentifier(identifier), bench.token());
            compare(Rule.DELETE_OTHERS, "The second delete of", identifier);
            new OtherNames(bench, identifier).areGone(seen(identifier));
        } else {
            bench.never("a thing that has others beside it could not be deleted", Rule.DELETE_OTHERS);
        }
    }

    private void update(String identifier, InputSet set) {
        Optional<ObjectNode> desired = set.update()
                .or(() -> bench.inputs().areGenerated()
                        ? bench.inputs().renewal(set.create(), bench.settings.seed())
                        : bench.inputs().unusualUpdate(set.create(), Edge.WORDS));
        Optional<Ended> ended = desired.map(to -> bench.quiet()
                .operations
                .update(
                        bench.schema.parseIdentifier(identifier),
                        to,
                        bench.schema.overlay(seen(identifier), bench.schema.onlyWriteOnly(set.create())),
                        set.create(),
                        bench.token()));
        if (ended.filter(end -> end.failure().isEmpty()).isPresent()) {
            compare(Rule.UPDATE_OTHERS, "The update of", identifier);
        } else {
            bench.never("no update of a thing that has others beside it was accepted", Rule.UPDATE_OTHERS);
        }
    }

    private ObjectNode seen(String identifier) {
        return seen.getOrDefault(identifier, nothing());
    }

    // -- things ---------------------------------------------------------------------------------------------------

    /// The first of the inputs that have an update, if there are such.
    private InputSet own() {
        return sets.stream().filter(set -> set.update().isPresent()).findFirst().orElseGet(sets::getFirst);
    }

    /// Inputs of a neighbour.
    ///
    /// @param near with a name that is almost the thing's, if there may be one
    /// @param far with another name
    private record Other(Optional<ObjectNode> near, ObjectNode far) {}

    /// Two neighbours, or fewer if there are not so many that share no name.
    private List<Other> others(ObjectNode own) {
        Others namesakes = new Others(bench);
        List<ObjectNode> used = new ArrayList<>(List.of(own));
        List<Other> others = new ArrayList<>();
        for (int i = 0; i < NEIGHBOURS; i++) {
            boolean first = i == 0;
            boolean generated = bench.inputs().areGenerated();
            Optional<ObjectNode> far = generated
                    ? namesakes.other(made -> made, used)
                    : sets.reversed().stream()
                            .map(InputSet::create)
                            .filter(create -> namesakes.fits(create, used))
                            .findFirst();
            Optional<ObjectNode> near = far.filter(_ -> generated)
                    .flatMap(made -> Stream.of(first, !first)
                            .map(which -> NearNames.beside(bench, own, made, which))
                            .filter(other -> bench.schema.validateInput(other).isEmpty() && namesakes.fits(other, used))
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
        String token = bench.token();
        Ended ended = bench.quiet().operations.create(input, token, Delivered.ONCE);
        Optional<String> identifier =
                ended.model().isPresent() ? ended.identifier().filter(id -> !seen.containsKey(id)) : Optional.empty();
        identifier.ifPresent(id -> {
            creates.add(new Made(id, input, token));
            seen.put(id, bench.quiet().read(id) instanceof Look.Found(var model) ? model : nothing());
        });
        return identifier;
    }

    private boolean isCalled(String identifier, ObjectNode model) {
        return bench.schema.identifier(model).filter(identifier::equals).isPresent();
    }

    // -- what became of them --------------------------------------------------------------------------------------

    /// Nobody but the one that something was done to is otherwise than before.
    private void compare(Rule rule, String what, String doneTo) {
        for (Map.Entry<String, ObjectNode> other : seen.entrySet()) {
            if (other.getKey().equals(doneTo) || other.getValue().isEmpty()) {
                continue;
            }
            bench.findings.looked(rule, "reads of things beside it");
            switch (bench.quiet().read(other.getKey())) {
                case Look.Found(var now)
                when !isCalled(other.getKey(), now) ->
                    bench.findings.failed(
                            Rule.READ_PRIMARY_IDENTIFIER,
                            "A read of '%s' shows '%s'."
                                    .formatted(
                                            other.getKey(),
                                            bench.schema.identifier(now).orElse("")));
                case Look.Found(var now) -> {
                    changed(bench, other.getValue(), now)
                            .ifPresent(where -> bench.findings.failed(
                                    rule,
                                    "%s '%s' changed '%s', too%s.".formatted(what, doneTo, other.getKey(), where)));
                    other.setValue(now);
                }
                case Look.Missing() -> {
                    bench.findings.failed(rule, "%s '%s' took '%s' away, too.".formatted(what, doneTo, other.getKey()));
                    other.setValue(nothing());
                }
                case Look.Wrong(var _, var message) ->
                    bench.note("A read of '%s' failed after something was done to '%s': %s"
                            .formatted(other.getKey(), doneTo, message));
            }
        }
    }

    private ObjectNode nothing() {
        return bench.schema.document().objectNode();
    }

    /// Read-only properties may be about more than their thing.
    static Optional<String> changed(Bench bench, ObjectNode before, ObjectNode now) {
        ObjectNode was = bench.schema.withoutReadOnly(before);
        ObjectNode is = bench.schema.withoutReadOnly(now);
        List<String> pointers = new ArrayList<>(bench.agreement.lacking(was, is));
        bench.agreement.lacking(is, was).stream()
                .filter(pointer -> !pointers.contains(pointer))
                .forEach(pointers::add);
        return pointers.isEmpty() ? Optional.empty() : Optional.of(" at " + String.join(", ", pointers));
    }
}
