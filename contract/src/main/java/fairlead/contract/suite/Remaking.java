package fairlead.contract.suite;

import fairlead.contract.Breach;
import fairlead.contract.Rule;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Life.Thing;
import fairlead.contract.suite.Operations.Delivered;
import fairlead.contract.suite.Operations.Ended;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.PropertyPath;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What was deleted is made again: as it was, more than once, and others that have one of its names each.
final class Remaking {

    /// Codes of services that keep the name of what was deleted to themselves for a while, or can't say just now. The
    /// contract forbids `AlreadyExists`.
    private static final Set<ErrorCode> HELD = EnumSet.of(
            ErrorCode.INVALID_REQUEST,
            ErrorCode.RESOURCE_CONFLICT,
            ErrorCode.THROTTLING,
            ErrorCode.SERVICE_LIMIT_EXCEEDED,
            ErrorCode.NOT_STABILIZED,
            ErrorCode.SERVICE_INTERNAL_ERROR,
            ErrorCode.GENERAL_SERVICE_EXCEPTION,
            ErrorCode.NETWORK_FAILURE);

    private final Bench bench;
    private final Namesakes namesakes;
    private final Set<String> mine;

    Remaking(Bench bench, Optional<ObjectNode> filter, Set<String> mine) {
        this.bench = bench;
        this.namesakes = new Namesakes(bench, filter, mine);
        this.mine = mine;
    }

    /// @param thing which is deleted
    void of(Thing thing, ObjectNode input) {
        List<List<PropertyPath>> beside = bench.chosenBeside(input);
        boolean chosen = bench.isChosen(input) || !beside.isEmpty();
        if (!chosen) {
            bench.never("callers choose no identifier of this type", Rule.DELETE_RECREATE);
        }
        made(thing, input, "").ifPresent(model -> isNew(thing, input, model));
        bench.schema.additionalIdentifiers().forEach(paths -> deletedBy(paths, input));
        if (chosen) {
            made(thing, input, " for the second time");
        }
        if (bench.isChosen(input)) {
            namesakes
                    .stranger(input, bench.schema.primaryIdentifier())
                    .ifPresent(other -> made(thing, other, " by the primary identifier alone"));
        }
        for (List<PropertyPath> paths : beside) {
            namesakes
                    .stranger(input, paths)
                    .ifPresent(other -> made(thing, other, " by " + OtherNames.names(paths) + " alone"));
        }
    }

    /// Makes it, and takes it away again.
    private Optional<ObjectNode> made(Thing thing, ObjectNode input, String how) {
        Bench quiet = bench.quiet();
        Ended ended = quiet.operations.create(input, bench.token(), Delivered.ONCE);
        boolean held = ended.failure()
                .map(Progress.Failed::code)
                .filter(HELD::contains)
                .isPresent();
        if (held) {
            bench.note("Whether '%s' can be made again%s after its delete is not known: %s"
                    .formatted(thing.identifier(), how, ended.failure().get().message()));
        } else if (bench.isChosen(input) || !bench.chosenBeside(input).isEmpty()) {
            bench.findings.looked(Rule.DELETE_RECREATE, "creates after a delete");
        }
        boolean same = how.isEmpty() && bench.isChosen(input);
        ended.failure()
                .filter(failure -> !held && (same || failure.code() == ErrorCode.ALREADY_EXISTS))
                .ifPresent(failure -> bench.findings.failed(
                        Rule.DELETE_RECREATE,
                        "A create after the delete of '%s'%s fails with %s: %s"
                                .formatted(thing.identifier(), how, failure.code(), failure.message())));
        ended.identifier().ifPresent(identifier -> {
            mine.add(identifier);
            boolean gone = quiet.operations
                    .delete(bench.schema.parseIdentifier(identifier), bench.token())
                    .failure()
                    .isEmpty();
            if (gone && isThere(identifier)) {
                bench.findings.failed(
                        Rule.DELETE_GONE,
                        "A read still finds '%s', which was made again, after its delete.".formatted(identifier));
            }
        });
        bench.sweep(mine);
        return ended.model();
    }

    /// Makes it, and takes it away by another identifier alone.
    private void deletedBy(List<PropertyPath> paths, ObjectNode input) {
        Ended made = bench.quiet().operations.create(input, bench.token(), Delivered.ONCE);
        made.identifier().ifPresent(mine::add);
        Optional<ObjectNode> model = made.model().filter(told -> Bench.hasAll(paths, told));
        boolean readable = model.isPresent()
                && made.identifier().isPresent()
                && bench.quiet().read(Bench.select(paths, model.get()), Optional.empty()) instanceof Look.Found;
        if (readable) {
            bench.findings.looked(Rule.DELETE_IDENTIFIER_ONLY, "deletes by another identifier");
            Ended ended = bench.quiet().operations.delete(Bench.select(paths, model.get()), bench.token());
            boolean still = made.identifier().filter(this::isThere).isPresent();
            if (ended.failure().isPresent() || still) {
                String by = OtherNames.names(paths) + " alone";
                Optional<Breach> otherwise = undeleted(made.identifier().orElse(""));
                bench.findings.failed(otherwise.orElseGet(() -> new Breach(
                        Rule.DELETE_IDENTIFIER_ONLY,
                        ended.failure()
                                .map(failure -> "The delete by %s, by which a read finds the thing, failed with %s: %s"
                                        .formatted(by, failure.code(), failure.message()))
                                .orElse("A read still finds the thing after its delete by " + by + "."))));
            }
        }
        bench.sweep(mine);
    }

    /// What is wrong with its delete whatever it is called.
    private Optional<Breach> undeleted(String identifier) {
        Ended ended = bench.quiet().operations.delete(bench.schema.parseIdentifier(identifier), bench.token());
        if (ended.failure().isPresent()) {
            return ended.failure()
                    .map(failure -> new Breach(
                            Rule.DELETE_SUCCESS,
                            "The delete of a thing that is there failed with %s: %s"
                                    .formatted(failure.code(), failure.message())));
        }
        return isThere(identifier)
                ? Optional.of(new Breach(Rule.DELETE_GONE, "A read still finds the thing after its delete."))
                : Optional.empty();
    }

    /// Of what is there for a moment only, the first delete has told.
    private boolean isThere(String identifier) {
        return !bench.absence.readIsFound
                && !bench.findings.hasFailed(Rule.DELETE_DESIRED_STATE)
                && bench.quiet().readUntil(identifier, Look.Missing.class::isInstance) instanceof Look.Found;
    }

    /// It is what it was asked for, as the first one was, and not what that one was in the end.
    private void isNew(Thing thing, ObjectNode input, ObjectNode model) {
        List<String> unmet = bench.agreement.unmet(input, thing.created());
        List<String> old = bench.agreement.unmet(input, model).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        if (!old.isEmpty()) {
            bench.findings.failed(
                    Rule.DELETE_RECREATE,
                    "A create after the delete of '%s' answers otherwise than before the delete, at %s."
                            .formatted(thing.identifier(), String.join(", ", old)));
        }
    }
}
