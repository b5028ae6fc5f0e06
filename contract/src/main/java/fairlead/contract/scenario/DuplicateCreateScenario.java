package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.AdditionalIdentifierCheck;
import fairlead.contract.check.OthersUntouchedCheck;
import fairlead.contract.check.RefusedCreateCheck;
import fairlead.handler.ErrorCode;
import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// A second create, with a token of its own, of what is there already.
public final class DuplicateCreateScenario {

    private final SuiteContext context;
    private final Optional<ObjectNode> filter;
    private final Set<String> created;

    public DuplicateCreateScenario(SuiteContext context, Optional<ObjectNode> filter, Set<String> created) {
        this.context = context;
        this.filter = filter;
        this.created = created;
    }

    public void refused(String identifier, ObjectNode input) {
        List<List<PropertyPath>> beside = context.chosenBeside(input);
        if (context.isChosen(input)) {
            attempt(identifier, input, "the primary identifier");
        } else if (!beside.isEmpty()) {
            attempt(identifier, input, AdditionalIdentifierCheck.names(beside.getFirst()));
        } else {
            context.notExercised("callers choose no identifier of this type", Rule.CREATE_ALREADY_EXISTS);
        }
        if (context.isChosen(input)) {
            sharing(input, context.schema.primaryIdentifier())
                    .ifPresent(other -> attemptWithOther(identifier, other, "the primary identifier"));
            beside.forEach(paths -> sharing(input, paths)
                    .ifPresent(other -> attemptWithOther(identifier, other, AdditionalIdentifierCheck.names(paths))));
        }
    }

    /// The same of a resource that was updated since.
    public void stillRefused(String identifier, ObjectNode input) {
        if (context.isChosen(input) && !context.findings.hasFailed(Rule.CREATE_ALREADY_EXISTS)) {
            attempt(identifier, input, "the primary identifier, and was updated,");
        }
    }

    /// Another input that shares nothing with the first but these properties.
    public Optional<ObjectNode> sharing(ObjectNode input, List<PropertyPath> shared) {
        if (!context.inputs().areGenerated()) {
            return Optional.empty();
        }
        return new DistinctInputs(context)
                .other(made -> made, List.of(input))
                .map(other -> {
                    shared.forEach(path -> path.value(input).ifPresent(value -> path.set(other, value.deepCopy())));
                    return other;
                })
                .filter(other -> context.schema.validateInput(other).isEmpty())
                .filter(other -> shared.equals(context.schema.primaryIdentifier())
                        || !context.schema.identifier(other).equals(context.schema.identifier(input)));
    }

    private void attempt(String identifier, ObjectNode input, String by) {
        attempt(identifier, input, by, Set.of());
    }

    /// This input was never created before: the handler may refuse it for a reason that the schema does not say.
    private void attemptWithOther(String identifier, ObjectNode input, String by) {
        attempt(identifier, input, by, Set.of(ErrorCode.INVALID_REQUEST));
    }

    /// @param inconclusive with these the handler may refuse it whatever is there
    private void attempt(String identifier, ObjectNode input, String by, Set<ErrorCode> inconclusive) {
        Optional<Listing> before = filter.map(given -> context.inPassing().lists.read(given, ListReader.USUAL));
        ReadOutcome present = context.inPassing().read(identifier);
        OperationOutcome ended = context.operations.create(input, context.token(), Delivered.ONCE);
        if (inconclusive.stream().anyMatch(ended::failedWith)) {
            return;
        }
        context.findings.looked(Rule.CREATE_ALREADY_EXISTS, "creates of what exists");
        if (!ended.failedWith(ErrorCode.ALREADY_EXISTS)) {
            ended.identifier().ifPresent(created::add);
            String answer = ended.failure()
                    .map(failure -> "failed with " + failure.code() + ": " + failure.message())
                    .orElse("succeeded.");
            context.findings.failed(
                    Rule.CREATE_ALREADY_EXISTS,
                    "A create, with a new token, of what exists as '%s' by %s %s".formatted(identifier, by, answer));
            return;
        }
        leftAlone(identifier, present);
        if (ended.events() == 1
                && !created.contains(context.schema.identifier(input).orElse(identifier))) {
            before.ifPresent(listing -> new RefusedCreateCheck(context, filter, created).leftNothing(input, listing));
        }
    }

    /// The one that existed is what it was.
    private void leftAlone(String identifier, ReadOutcome before) {
        if (!(before instanceof ReadOutcome.Found(var model)) || context.findings.hasFailed(Rule.READ_COMPLETE)) {
            return;
        }
        if (!new OthersUntouchedCheck(context).afterRefusedCreate(identifier, model)) {
            throw new ScenarioAborted("the resource is gone");
        }
    }

    /// A create that was made for another reason has succeeded with the identifier of a resource that existed.
    static void succeeded(SuiteContext context, String identifier) {
        context.findings.failed(
                Rule.CREATE_ALREADY_EXISTS,
                "A create, with a new token, succeeded with '%s', which existed already.".formatted(identifier));
    }
}
