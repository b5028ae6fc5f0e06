package fairlead.contract.scenario;

import fairlead.contract.Models;
import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.call.ListReader;
import fairlead.contract.call.Listing;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.ErrorCodeCheck;
import fairlead.contract.check.RefusedCreateCheck;
import fairlead.contract.input.InputSet;
import fairlead.generator.Broken;
import fairlead.handler.ErrorCode;
import fairlead.schema.Finding;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/// Inputs that have to be refused: by the control plane where the schema says so, else by the handler.
public final class InvalidInputScenario {

    private static final int GENERATED = 5;

    private final SuiteContext context;
    private final ErrorCodeCheck codes;
    private final Set<String> created = new LinkedHashSet<>();

    public InvalidInputScenario(SuiteContext context) {
        this.context = context;
        this.codes = new ErrorCodeCheck(context);
    }

    public void run() {
        context.findings.enter("invalid inputs", Optional.empty());
        if (context.inputs().areGenerated()) {
            try {
                generated();
            } catch (ScenarioAborted _) {
                // Why is among the findings.
            } finally {
                Cleanup.delete(context.unreported(), created);
            }
            return;
        }
        for (InputSet set : context.inputs().sets()) {
            set.invalid().ifPresent(input -> given(set, input));
        }
    }

    /// The host's part: the schema refuses them, so that no handler sees them.
    private void generated() {
        for (int i = 0; i < GENERATED; i++) {
            Optional<Broken> broken = context.inputs().invalid(context.settings.seed() + i);
            context.findings.looked(
                    Rule.CREATE_INPUT_VALID, "inputs that the host refuses", broken.isPresent() ? 1 : 0);
            broken.filter(b -> !isAboutIdentity(b.pointer())).ifPresent(b -> provoke(b.model()));
        }
    }

    private boolean isAboutIdentity(String pointer) {
        return pointer.isEmpty()
                || Stream.concat(
                                context.schema.primaryIdentifier().stream(),
                                context.schema.additionalIdentifiers().stream().flatMap(List::stream))
                        .anyMatch(path -> Models.touch(path.modelPointer(), pointer));
    }

    /// No handler has to expect such an input. One that refuses it properly has made a first failure, after which
    /// nothing may be left; whatever else it does is no concern.
    private void provoke(ObjectNode input) {
        Optional<ObjectNode> filter = context.lists.isListable() ? context.lists.filter(input) : Optional.empty();
        Listing before = filter.map(given -> context.unreported().lists.read(given, ListReader.USUAL))
                .orElse(Listing.EMPTY);
        OperationOutcome ended = context.unreported().operations.create(input, context.token(), Delivered.ONCE);
        ended.identifier().ifPresent(created::add);
        boolean proper = ended.failure()
                .filter(failure -> ErrorCodeCheck.isFit(failure) && failure.code() != ErrorCode.ALREADY_EXISTS)
                .isPresent();
        if (proper && ended.events() == 1) {
            new RefusedCreateCheck(context, filter, created).leftNothing(input, before);
        }
    }

    private void given(InputSet set, ObjectNode input) {
        boolean byHost = context.schema.validateInput(input).stream().anyMatch(Finding::isError);
        if (byHost) {
            context.findings.looked(Rule.CREATE_INPUT_VALID, "inputs that the host refuses");
            return;
        }
        context.findings.enter("invalid input of " + set.name(), Optional.of(input));
        try {
            Optional<ObjectNode> filter = context.lists.isListable() ? context.lists.filter(input) : Optional.empty();
            Listing before = filter.map(given -> context.lists.read(given, ListReader.USUAL))
                    .orElse(Listing.EMPTY);
            OperationOutcome ended = context.operations.create(input, context.token(), Delivered.ONCE);
            codes.lookedAtInvalidInput();
            ended.identifier().ifPresent(created::add);
            codes.invalidInput(set, ended);
            if (ended.failure().isPresent() && ended.events() == 1) {
                new RefusedCreateCheck(context, filter, created).leftNothing(input, before);
            }
        } catch (ScenarioAborted _) {
            // Why is among the findings.
        } finally {
            Cleanup.delete(context, created);
        }
    }
}
