package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Lister.Walk;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import fairlead.handler.ErrorCode;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A second create, with a token of its own, of what is there already.
final class Namesakes {

    private final Bench bench;
    private final Optional<ObjectNode> filter;
    private final Set<String> mine;

    Namesakes(Bench bench, Optional<ObjectNode> filter, Set<String> mine) {
        this.bench = bench;
        this.filter = filter;
        this.mine = mine;
    }

    void refused(String identifier, ObjectNode input) {
        List<List<PropertyPath>> beside = bench.chosenBeside(input);
        if (bench.isChosen(input)) {
            attempt(identifier, input, "the primary identifier");
        } else if (!beside.isEmpty()) {
            attempt(identifier, input, OtherNames.names(beside.getFirst()));
        } else {
            bench.never("callers choose no identifier of this type", Rule.CREATE_ALREADY_EXISTS);
        }
        if (bench.isChosen(input)) {
            stranger(input, bench.schema.primaryIdentifier())
                    .ifPresent(other -> attemptByStranger(identifier, other, "the primary identifier"));
            beside.forEach(paths -> stranger(input, paths)
                    .ifPresent(other -> attemptByStranger(identifier, other, OtherNames.names(paths))));
        }
    }

    /// The same of a thing that was updated since.
    void stillRefused(String identifier, ObjectNode input) {
        if (bench.isChosen(input) && !bench.findings.hasFailed(Rule.CREATE_ALREADY_EXISTS)) {
            attempt(identifier, input, "the primary identifier, and was updated,");
        }
    }

    /// Another input that shares nothing with the first but these properties.
    Optional<ObjectNode> stranger(ObjectNode input, List<PropertyPath> shared) {
        if (!bench.inputs().areGenerated()) {
            return Optional.empty();
        }
        return new Others(bench)
                .other(made -> made, List.of(input))
                .map(other -> {
                    shared.forEach(path -> path.value(input).ifPresent(value -> path.set(other, value.deepCopy())));
                    return other;
                })
                .filter(other -> bench.schema.validateInput(other).isEmpty())
                .filter(other -> shared.equals(bench.schema.primaryIdentifier())
                        || !bench.schema.identifier(other).equals(bench.schema.identifier(input)));
    }

    private void attempt(String identifier, ObjectNode input, String by) {
        attempt(identifier, input, by, Set.of());
    }

    /// Nobody has ever made this one: the handler may have something against it that the schema does not say.
    private void attemptByStranger(String identifier, ObjectNode input, String by) {
        attempt(identifier, input, by, Set.of(ErrorCode.INVALID_REQUEST));
    }

    /// @param inconclusive with these the handler may refuse it whatever is there
    private void attempt(String identifier, ObjectNode input, String by, Set<ErrorCode> inconclusive) {
        Optional<Walk> before = filter.map(given -> bench.quiet().lister.walk(given, Lister.USUAL));
        Look present = bench.quiet().read(identifier);
        Ended ended = bench.operations.create(input, bench.token(), Delivered.ONCE);
        if (inconclusive.stream().anyMatch(ended::failedWith)) {
            return;
        }
        bench.findings.looked(Rule.CREATE_ALREADY_EXISTS, "creates of what is there");
        if (!ended.failedWith(ErrorCode.ALREADY_EXISTS)) {
            ended.identifier().ifPresent(mine::add);
            String answer = ended.failure()
                    .map(failure -> "failed with " + failure.code() + ": " + failure.message())
                    .orElse("succeeded.");
            bench.findings.failed(
                    Rule.CREATE_ALREADY_EXISTS,
                    "A create, with a new token, of what is there as '%s' by %s %s".formatted(identifier, by, answer));
            return;
        }
        leftAlone(identifier, present);
        if (ended.events() == 1 && !mine.contains(bench.schema.identifier(input).orElse(identifier))) {
            before.ifPresent(walk -> new Refusal(bench, filter, mine).leftNothing(input, walk));
        }
    }

    /// The one that was there is what it was.
    private void leftAlone(String identifier, Look before) {
        if (!(before instanceof Look.Found(var was)) || bench.findings.hasFailed(Rule.READ_COMPLETE)) {
            return;
        }
        bench.findings.looked(Rule.CREATE_OTHERS, "reads of what was there already");
        switch (bench.quiet().read(identifier)) {
            case Look.Found(var is) ->
                Neighbours.changed(bench, was, is)
                        .ifPresent(where -> bench.findings.failed(
                                Rule.CREATE_OTHERS,
                                "A create that was refused with AlreadyExists changed '%s'%s."
                                        .formatted(identifier, where)));
            case Look.Missing() -> {
                bench.findings.failed(
                        Rule.CREATE_OTHERS,
                        "A create that was refused with AlreadyExists took '%s' away.".formatted(identifier));
                throw new Stop("the thing is gone");
            }
            case Look.Wrong _ -> {}
        }
    }
}
