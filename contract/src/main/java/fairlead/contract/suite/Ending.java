package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Bench.Look;
import fairlead.contract.suite.Life.Thing;
import fairlead.contract.suite.Lister.Walk;
import fairlead.contract.suite.Operations.Ended;
import fairlead.handler.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// The end of one thing, and what is to be seen of it afterwards.
final class Ending {

    private static final Duration MUCH_LATER = Duration.ofMinutes(10);

    private final Bench bench;
    private final InputSet set;
    private final Optional<ObjectNode> filter;
    private final Set<String> mine;

    Ending(Bench bench, InputSet set, Optional<ObjectNode> filter, Set<String> mine) {
        this.bench = bench;
        this.set = set;
        this.filter = filter;
        this.mine = mine;
    }

    void end(Thing thing, Walk before) {
        ObjectNode identifier = bench.schema.parseIdentifier(thing.identifier());
        deleted(thing, identifier);
        gone(thing.identifier());
        new OtherNames(bench, thing.identifier()).areGone(thing.created());
        unlisted(thing.identifier());
        notUpdated(thing, identifier);
        notDeleted(thing.identifier(), identifier, List.of("A second", "A third"));
        staysGone(thing.identifier());
        accounted(before);
        new Remaking(bench, filter, mine).of(thing, set.create());
    }

    /// The end of a thing that was made for its values alone. A handler may have its reasons to keep it.
    void endBriefly(Thing thing) {
        ObjectNode identifier = bench.schema.parseIdentifier(thing.identifier());
        if (bench.operations.delete(identifier, bench.token()).failure().isEmpty()) {
            gone(thing.identifier());
            notDeleted(thing.identifier(), identifier, List.of("A second"));
        }
    }

    private void deleted(Thing thing, ObjectNode identifier) {
        bench.findings.looked(Rule.DELETE_IDENTIFIER_ONLY, "deletes");
        bench.findings.looked(Rule.DELETE_SUCCESS, "deletes of what is there");
        Ended ended = bench.operations.delete(identifier, bench.token());
        if (ended.failure().isEmpty()) {
            return;
        }
        String answer = ended.failure()
                .map(failure -> failure.code() + ": " + failure.message())
                .orElse("");
        ObjectNode whole = set.create().deepCopy();
        whole.setAll(thing.created());
        boolean wholeHelps =
                bench.quiet().operations.delete(whole, bench.token()).failure().isEmpty();
        if (wholeHelps) {
            bench.findings.failed(
                    Rule.DELETE_IDENTIFIER_ONLY,
                    "The delete fails with %s; given more than the identifier, it succeeds.".formatted(answer));
        } else {
            bench.findings.failed(
                    Rule.DELETE_SUCCESS, "The delete of a thing that is there failed with %s".formatted(answer));
        }
        throw new Stop("the thing can't be deleted");
    }

    private void gone(String identifier) {
        bench.findings.looked(Rule.DELETE_GONE, "reads of what was deleted");
        bench.findings.looked(Rule.DELETE_DESIRED_STATE, "reads of what was deleted");
        switch (bench.readUntil(identifier, Look.Missing.class::isInstance)) {
            case Look.Missing() -> {
                bench.findings.looked(Rule.FAILURE_CODE, "failures");
                if (!bench.absence.readIsFound) {
                    bench.findings.looked(Rule.READ_NOT_FOUND, "reads of what was deleted");
                }
            }
            case Look.Found _ when bench.absence.readIsFound -> {}
            case Look.Found _ -> {
                boolean later = bench.isGoodLater(identifier, Look.Missing.class::isInstance);
                bench.findings.failed(
                        later ? Rule.DELETE_DESIRED_STATE : Rule.DELETE_GONE,
                        later
                                ? "The first read after the delete still finds the thing; a later one does not."
                                : "A read still finds the thing after its delete.");
                if (!later) {
                    throw new Stop("the thing is still there");
                }
            }
            case Look.Wrong(var code, var message) ->
                bench.findings.failed(
                        bench.absence.readIsNotFound ? Rule.DELETE_GONE : Rule.READ_NOT_FOUND,
                        "A read of what was deleted fails with %s instead of NotFound: %s"
                                .formatted(code.map(ErrorCode::wireName).orElse("no answer"), message));
        }
    }

    private void unlisted(String identifier) {
        filter.map(given -> bench.lister.walk(given, Lister.USUAL)).ifPresent(walk -> {
            if (walk.refused().isPresent() && !bench.findings.hasFailed(Rule.LIST_IDENTIFIERS)) {
                bench.findings.failed(
                        Rule.LIST_EMPTY,
                        "The list failed with %s after the delete: %s"
                                .formatted(
                                        walk.refused().get().code(),
                                        walk.refused().get().message()));
            } else if (walk.ended()) {
                bench.findings.looked(Rule.DELETE_UNLISTED, "lists after a delete");
                bench.findings.looked(Rule.LIST_EMPTY, "lists", walk.ids().isEmpty() ? 1 : 0);
            }
            if (walk.ids().contains(identifier)) {
                bench.findings.failed(
                        Rule.DELETE_UNLISTED, "The list still has '" + identifier + "' after its delete.");
            }
        });
    }

    private void notUpdated(Thing thing, ObjectNode identifier) {
        if (!bench.isUpdatable() || bench.absence.updateIsWrong) {
            return;
        }
        ObjectNode desired = set.update()
                .or(() -> bench.inputs().areGenerated()
                        ? bench.inputs().update(set.create(), bench.settings.seed(), fairlead.generator.Size.TYPICAL)
                        : Optional.empty())
                .orElse(set.create());
        bench.findings.looked(Rule.DELETE_GONE, "updates of what was deleted");
        Ended ended = bench.quiet().operations.update(identifier, desired, thing.created(), desired, bench.token());
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            ended.identifier().ifPresent(mine::add);
            mine.add(thing.identifier());
            bench.findings.failed(Rule.DELETE_GONE, "An update of what was deleted " + Absent.answer(ended));
            bench.sweep(mine);
        } else if (isBack(thing.identifier())) {
            bench.findings.failed(
                    Rule.DELETE_GONE,
                    "An update of what was deleted says NotFound, and a read finds the thing again since.");
        }
    }

    private void notDeleted(String identifier, ObjectNode model, List<String> repetitions) {
        if (bench.absence.deleteIsWrong) {
            return;
        }
        for (String which : repetitions) {
            bench.findings.looked(Rule.DELETE_GONE, "deletes of what was deleted");
            Ended ended = bench.quiet().undisturbed().operations.delete(model, bench.token());
            if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
                bench.findings.failed(
                        Rule.DELETE_GONE, which + " delete of '" + identifier + "' " + Absent.answer(ended));
                return;
            }
        }
    }

    /// Not only for the moment; where pauses are real, nobody waits for it.
    private void staysGone(String identifier) {
        if (bench.settings.pauses() == Settings.Pauses.WAITED_FOR) {
            bench.findings.leftOut(Rule.DELETE_GONE, "a read much later, for pauses are waited for");
        } else {
            bench.operations.wait(MUCH_LATER);
            if (isBack(identifier)) {
                bench.findings.failed(
                        Rule.DELETE_GONE,
                        "A read finds '%s' again %d minutes after its delete."
                                .formatted(identifier, MUCH_LATER.toMinutes()));
            }
        }
    }

    private boolean isBack(String identifier) {
        bench.findings.looked(Rule.DELETE_GONE, "reads of what was deleted");
        boolean back = !bench.absence.readIsFound
                && !bench.findings.hasFailed(Rule.DELETE_GONE)
                && bench.quiet().read(identifier) instanceof Look.Found;
        if (back) {
            mine.add(identifier);
        }
        return back;
    }

    /// Everything that this life has made is gone.
    private void accounted(Walk before) {
        filter.map(given -> bench.quiet().lister.walk(given, Lister.USUAL))
                .filter(walk -> walk.refused().isEmpty() && walk.ended())
                .ifPresent(walk -> {
                    bench.findings.looked(Rule.NO_LEAK, "lists");
                    Set<String> more = walk.without(before);
                    more.removeAll(mine);
                    more.stream()
                            .filter(id -> bench.quiet().read(id) instanceof Look.Found)
                            .filter(mine::add)
                            .forEach(id -> bench.findings.failed(
                                    Rule.NO_LEAK, "'" + id + "' is left when everything was deleted."));
                });
    }
}
