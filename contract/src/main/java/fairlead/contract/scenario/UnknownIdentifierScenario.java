package fairlead.contract.scenario;

import fairlead.contract.Guard;
import fairlead.contract.Rule;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.ListedResourcesCheck;
import fairlead.contract.check.NotFoundCheck;
import fairlead.generator.Size;
import fairlead.handler.ErrorCode;
import fairlead.schema.PropertyPath;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A resource that never was: reads, updates and deletes say so.
public final class UnknownIdentifierScenario {

    private final SuiteContext context;
    private final ObjectNode template;
    private final NotFoundCheck check;

    /// @param template an input of the type
    public UnknownIdentifierScenario(SuiteContext context, ObjectNode template) {
        this.context = context;
        this.template = template;
        this.check = new NotFoundCheck(context);
    }

    public void run() {
        context.findings.enter("resources that never existed", Optional.empty());
        Optional<ObjectNode> identifier = identifier();
        if (identifier.isEmpty()) {
            String reason = "no identifier can be generated";
            context.notExercised(reason, Rule.READ_NOT_FOUND, Rule.UPDATE_NOT_FOUND, Rule.DELETE_NOT_FOUND);
            return;
        }
        try {
            check.readUnknown(identifier.get());
            update(identifier.get());
            delete(identifier.get());
        } catch (ScenarioAborted _) {
            // The call that did not answer is among the findings.
        }
    }

    private Optional<ObjectNode> identifier() {
        long seed = context.settings.seed() + 90_001;
        Optional<ObjectNode> made =
                context.isChosen(template) && context.inputs().areGenerated()
                        ? context.inputs().create(seed, Size.TYPICAL).map(context.schema::identifierModel)
                        : context.inputs().identifier(seed);
        return made.filter(model -> context.schema.identifier(model).isPresent())
                .filter(model -> !context.schema.identifier(model).equals(context.schema.identifier(template)));
    }

    private void update(ObjectNode identifier) {
        if (!context.isUpdatable()) {
            return;
        }
        ObjectNode desired = template.deepCopy();
        for (PropertyPath path : context.schema.primaryIdentifier()) {
            if (path.value(desired).isPresent()) {
                path.value(identifier).ifPresent(value -> path.set(desired, value.deepCopy()));
            }
        }
        OperationOutcome ended = check.updateUnknown(identifier, desired);
        ended.failure()
                .filter(failure -> failure.message().isBlank())
                .ifPresent(_ -> context.findings.failed(Guard.withoutMessage("The failure of an update")));
        if (!ended.failedWith(ErrorCode.NOT_FOUND)) {
            delete(ended.identifier().or(() -> context.schema.identifier(identifier)));
        } else if (new ListedResourcesCheck(context, new HashSet<>()).isCreatedByRefusedUpdate(identifier)) {
            delete(context.schema.identifier(identifier));
        }
    }

    private void delete(Optional<String> created) {
        Cleanup.delete(context, Set.copyOf(created.stream().toList()));
    }

    private void delete(ObjectNode identifier) {
        boolean refused = check.deleteUnknown(identifier, "A delete");
        if (refused) {
            check.deleteUnknown(identifier, "A second delete");
        }
    }
}
