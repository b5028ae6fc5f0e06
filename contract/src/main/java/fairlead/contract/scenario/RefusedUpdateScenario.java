package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.ObservedUpdate;
import fairlead.contract.input.InputSet;
import fairlead.handler.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Updates that a handler refused, and whether it may: no schema says all that a service asks of a change.
///
/// It may not where it has shown that it can: when it accepts the same change of a resource that was made like that,
/// or refuses what it accepted before.
public final class RefusedUpdateScenario {

    private final SuiteContext context;
    private final InputSet set;
    private final List<ObservedUpdate> changes;
    private final Set<String> created;
    private final List<Refused> all = new ArrayList<>();

    /// @param present what the resource was, as it was asked for
    /// @param before how many updates were accepted before
    private record Refused(ObjectNode present, ObjectNode desired, Progress.Failed failure, int before) {}

    /// @param changes those that were accepted
    /// @param created takes what is made here
    public RefusedUpdateScenario(
            SuiteContext context, InputSet set, List<ObservedUpdate> changes, Set<String> created) {
        this.context = context;
        this.set = set;
        this.changes = changes;
        this.created = created;
    }

    public void add(ObjectNode present, ObjectNode desired, Progress.Failed failure) {
        all.add(new Refused(present, desired, failure, changes.size()));
    }

    /// An update was accepted.
    public void accepted() {
        context.findings.looked(Rule.UPDATE_SUCCESS, "updates");
    }

    /// Makes other resources, once the one that it is about is gone.
    public void run() {
        if (all.isEmpty()) {
            return;
        }
        Refused first = all.getFirst();
        boolean ofTheProject = context.inputs().sets().contains(set)
                && set.update().filter(first.desired::equals).isPresent();
        context.findings.looked(Rule.UPDATE_SUCCESS, "refused updates", all.size());
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
                .flatMap(OperationOutcome::failure)
                .ifPresent(failure -> fail(
                        "No update was accepted, not even one to what the resource is; it failed with %s: %s",
                        failure));
    }

    /// It is refused after another update: it is accepted without, or even that other one is accepted no more.
    private void becauseOfAnother(Refused refused) {
        Optional<OperationOutcome> alone = again(refused.present, refused.desired);
        if (alone.isEmpty()) {
            return;
        }
        if (alone.get().failure().isEmpty()) {
            fail(
                    "An update after another one was refused with %s: %s (A resource that is made as the other one had"
                            + " left this one accepts it.)",
                    refused.failure);
            return;
        }
        ObservedUpdate accepted = changes.getFirst();
        again(accepted.asked(), accepted.desired())
                .flatMap(OperationOutcome::failure)
                .ifPresent(failure -> fail(
                        "An update that was accepted before, and is of another resource now, was refused with %s: %s",
                        failure));
    }

    /// How the update of a new resource ends; empty if there is no such resource.
    private Optional<OperationOutcome> again(ObjectNode present, ObjectNode desired) {
        Optional<String> made = context.tryCreate(present);
        made.ifPresent(created::add);
        Optional<OperationOutcome> ended = made.map(identifier -> context.inPassing()
                .operations
                .update(context.schema.parseIdentifier(identifier), desired, present, present, context.token()));
        Cleanup.delete(context, created);
        return ended;
    }

    private void fail(String words, Progress.Failed failure) {
        context.findings.failed(Rule.UPDATE_SUCCESS, words.formatted(failure.code(), failure.message()));
    }
}
