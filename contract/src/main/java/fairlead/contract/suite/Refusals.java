package fairlead.contract.suite;

import fairlead.contract.Rule;
import fairlead.contract.input.InputSet;
import fairlead.contract.suite.Comparison.Change;
import fairlead.contract.suite.Operations.Ended;
import fairlead.handler.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Updates that a handler refused, and whether it may: no schema says all that a service asks of a change.
///
/// It may not where it has shown that it can: when it accepts the same change of a thing that was made like that,
/// or refuses what it accepted before.
final class Refusals {

    private final Bench bench;
    private final InputSet set;
    private final List<Change> changes;
    private final Set<String> mine;
    private final List<Refused> all = new ArrayList<>();

    /// @param present what the thing was, as it was asked for
    /// @param before how many updates were accepted before
    private record Refused(ObjectNode present, ObjectNode desired, Progress.Failed failure, int before) {}

    /// @param changes those that were accepted
    /// @param mine takes what is made here
    Refusals(Bench bench, InputSet set, List<Change> changes, Set<String> mine) {
        this.bench = bench;
        this.set = set;
        this.changes = changes;
        this.mine = mine;
    }

    void add(ObjectNode present, ObjectNode desired, Progress.Failed failure) {
        all.add(new Refused(present, desired, failure, changes.size()));
    }

    /// Makes other things, once the one that it is about is gone.
    void judge() {
        if (all.isEmpty()) {
            return;
        }
        Refused first = all.getFirst();
        boolean ofTheProject = bench.inputs().sets().contains(set)
                && set.update().filter(first.desired::equals).isPresent();
        bench.findings.looked(Rule.UPDATE_SUCCESS, "refused updates", all.size());
        if (ofTheProject) {
            fail("The update to what " + set.name() + "_update.json asks for was refused with %s: %s", first.failure);
        } else if (changes.isEmpty()) {
            becauseOfAll(first);
        } else {
            all.stream().filter(refused -> refused.before > 0).findFirst().ifPresent(this::becauseOfAnother);
        }
    }

    /// Each was refused: so is one that changes nothing, if it is not what they ask for.
    private void becauseOfAll(Refused first) {
        again(first.present, first.present)
                .flatMap(Ended::failure)
                .ifPresent(failure -> fail(
                        "No update was accepted, not even one to what the thing is; it failed with %s: %s", failure));
    }

    /// It is refused after another update: it is accepted without, or even that other one is accepted no more.
    private void becauseOfAnother(Refused refused) {
        Optional<Ended> alone = again(refused.present, refused.desired);
        if (alone.isEmpty()) {
            return;
        }
        if (alone.get().failure().isEmpty()) {
            fail(
                    "An update after another one was refused with %s: %s (A thing that is made as the other one had"
                            + " left this one accepts it.)",
                    refused.failure);
            return;
        }
        Change accepted = changes.getFirst();
        again(accepted.asked(), accepted.desired())
                .flatMap(Ended::failure)
                .ifPresent(failure -> fail(
                        "An update that was accepted before, and is of another thing now, was refused with %s: %s",
                        failure));
    }

    /// How the update of a new thing ends; empty if there is no such thing.
    private Optional<Ended> again(ObjectNode present, ObjectNode desired) {
        Optional<String> made = bench.make(present);
        made.ifPresent(mine::add);
        Optional<Ended> ended = made.map(identifier -> bench.quiet()
                .operations
                .update(bench.schema.parseIdentifier(identifier), desired, present, present, bench.token()));
        bench.sweep(mine);
        return ended;
    }

    private void fail(String words, Progress.Failed failure) {
        bench.findings.failed(Rule.UPDATE_SUCCESS, words.formatted(failure.code(), failure.message()));
    }
}
