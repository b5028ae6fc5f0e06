package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.Settings;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.AdditionalIdentifierCheck;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.DeletionCheck;
import fairlead.contract.check.ListedResourcesCheck;
import fairlead.contract.input.InputSet;
import fairlead.generator.Size;
import fairlead.handler.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Deletes a resource, and then reads, lists, updates and deletes it again.
public final class DeleteScenario {

    private static final Duration MUCH_LATER = Duration.ofMinutes(10);

    private final SuiteContext context;
    private final InputSet set;
    private final Optional<ObjectNode> filter;
    private final Set<String> created;
    private final DeletionCheck check;

    public DeleteScenario(SuiteContext context, InputSet set, Optional<ObjectNode> filter, Set<String> created) {
        this.context = context;
        this.set = set;
        this.filter = filter;
        this.created = created;
        this.check = new DeletionCheck(context);
    }

    /// @param before the list before the resource was created
    public void run(CreatedResource resource, Listing before) {
        ObjectNode identifier = context.schema.parseIdentifier(resource.identifier());
        deleted(resource, identifier);
        gone(resource.identifier());
        new AdditionalIdentifierCheck(context, resource.identifier()).areGone(resource.created());
        ListedResourcesCheck lists = new ListedResourcesCheck(context, created);
        filter.map(given -> context.lists.read(given, ListReader.USUAL))
                .ifPresent(listing -> lists.afterDelete(listing, resource.identifier()));
        notUpdated(resource, identifier);
        notDeleted(resource.identifier(), List.of("A second", "A third"));
        staysGone(resource.identifier());
        filter.map(given -> context.inPassing().lists.read(given, ListReader.USUAL))
                .filter(Listing::isWhole)
                .ifPresent(listing -> lists.afterAll(before, listing));
        new RecreateScenario(context, filter, created).run(resource, set.create());
    }

    /// The delete of a resource that was created for its values alone. A handler may have its reasons to keep it.
    public void runBriefly(CreatedResource resource) {
        ObjectNode identifier = context.schema.parseIdentifier(resource.identifier());
        if (context.operations.delete(identifier, context.token()).failure().isEmpty()) {
            gone(resource.identifier());
            notDeleted(resource.identifier(), List.of("A second"));
        }
    }

    private void deleted(CreatedResource resource, ObjectNode identifier) {
        ObjectNode whole = set.create().deepCopy();
        whole.setAll(resource.created());
        if (!check.delete(identifier, whole)) {
            throw new ScenarioAborted("the resource can't be deleted");
        }
    }

    private void gone(String identifier) {
        if (check.readDeleted(identifier)) {
            throw new ScenarioAborted("the resource still exists");
        }
    }

    private void notUpdated(CreatedResource resource, ObjectNode identifier) {
        if (!context.isUpdatable() || context.unknownIdentifiers.updateIsWrong) {
            return;
        }
        ObjectNode desired = set.update()
                .or(() -> context.inputs().areGenerated()
                        ? context.inputs().update(set.create(), context.settings.seed(), Size.TYPICAL)
                        : Optional.empty())
                .orElse(set.create());
        OperationOutcome ended = check.updateDeleted(identifier, desired, resource.created());
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            ended.identifier().ifPresent(created::add);
            created.add(resource.identifier());
            Cleanup.delete(context, created);
        } else if (check.isBackAfterUpdate(resource.identifier())) {
            created.add(resource.identifier());
        }
    }

    /// @param repetitions which deletes they are, in words
    private void notDeleted(String identifier, List<String> repetitions) {
        if (context.unknownIdentifiers.deleteIsWrong) {
            return;
        }
        for (String which : repetitions) {
            if (!check.deleteDeleted(identifier, which)) {
                return;
            }
        }
    }

    /// Not only for the moment; left out where pauses are real, for the run would take too long.
    private void staysGone(String identifier) {
        if (context.settings.pauses() == Settings.Pauses.WAITED_FOR) {
            context.findings.leftOut(Rule.DELETE_GONE, "a read much later, for pauses are waited for");
        } else {
            context.operations.wait(MUCH_LATER);
            if (check.isBackLater(identifier, MUCH_LATER)) {
                created.add(identifier);
            }
        }
    }
}
