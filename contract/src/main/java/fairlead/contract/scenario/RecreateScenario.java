package fairlead.contract.scenario;

import fairlead.contract.Rule;
import fairlead.contract.call.HandlerOperations.Delivered;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.check.AdditionalIdentifierCheck;
import fairlead.contract.check.Cleanup;
import fairlead.contract.check.DeletionCheck;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.schema.PropertyPath;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// What was deleted is made again: as it was, more than once, and others that have one of its names each.
public final class RecreateScenario {

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

    private final SuiteContext context;
    private final DuplicateCreateScenario duplicates;
    private final Set<String> created;
    private final DeletionCheck check;

    public RecreateScenario(SuiteContext context, Optional<ObjectNode> filter, Set<String> created) {
        this.context = context;
        this.duplicates = new DuplicateCreateScenario(context, filter, created);
        this.created = created;
        this.check = new DeletionCheck(context);
    }

    /// @param resource which is deleted
    public void run(CreatedResource resource, ObjectNode input) {
        List<List<PropertyPath>> beside = context.chosenBeside(input);
        boolean chosen = context.isChosen(input) || !beside.isEmpty();
        if (!chosen) {
            context.notExercised("callers choose no identifier of this type", Rule.DELETE_RECREATE);
        }
        made(resource, input, "").ifPresent(model -> isNew(resource, input, model));
        context.schema.additionalIdentifiers().forEach(paths -> deletedBy(paths, input));
        if (chosen) {
            made(resource, input, " for the second time");
        }
        if (context.isChosen(input)) {
            duplicates
                    .sharing(input, context.schema.primaryIdentifier())
                    .ifPresent(other -> made(resource, other, " by the primary identifier alone"));
        }
        for (List<PropertyPath> paths : beside) {
            duplicates
                    .sharing(input, paths)
                    .ifPresent(
                            other -> made(resource, other, " by " + AdditionalIdentifierCheck.names(paths) + " alone"));
        }
    }

    /// Makes it, and takes it away again.
    private Optional<ObjectNode> made(CreatedResource resource, ObjectNode input, String how) {
        SuiteContext passing = context.inPassing();
        OperationOutcome ended = passing.operations.create(input, context.token(), Delivered.ONCE);
        boolean held = ended.failure()
                .map(Progress.Failed::code)
                .filter(HELD::contains)
                .isPresent();
        if (held) {
            context.note("Whether '%s' can be made again%s after its delete is not known: %s"
                    .formatted(resource.identifier(), how, ended.failure().get().message()));
        } else if (context.isChosen(input) || !context.chosenBeside(input).isEmpty()) {
            context.findings.looked(Rule.DELETE_RECREATE, "creates after a delete");
        }
        boolean same = how.isEmpty() && context.isChosen(input);
        ended.failure()
                .filter(failure -> !held && (same || failure.code() == ErrorCode.ALREADY_EXISTS))
                .ifPresent(failure -> context.findings.failed(
                        Rule.DELETE_RECREATE,
                        "A create after the delete of '%s'%s fails with %s: %s"
                                .formatted(resource.identifier(), how, failure.code(), failure.message())));
        ended.identifier().ifPresent(identifier -> {
            created.add(identifier);
            boolean deleted = passing.operations
                    .delete(context.schema.parseIdentifier(identifier), context.token())
                    .failure()
                    .isEmpty();
            if (deleted) {
                check.readDeletedAgain(identifier);
            }
        });
        Cleanup.delete(context, created);
        return ended.model();
    }

    /// Makes it, and takes it away by another identifier alone.
    private void deletedBy(List<PropertyPath> paths, ObjectNode input) {
        OperationOutcome made = context.inPassing().operations.create(input, context.token(), Delivered.ONCE);
        made.identifier().ifPresent(created::add);
        Optional<ObjectNode> model = made.model().filter(told -> SuiteContext.hasAll(paths, told));
        boolean readable = model.isPresent()
                && made.identifier().isPresent()
                && context.inPassing().read(SuiteContext.select(paths, model.get()), Optional.empty())
                        instanceof ReadOutcome.Found;
        if (readable) {
            check.deleteBy(paths, model.get(), made.identifier().get());
        }
        Cleanup.delete(context, created);
    }

    /// It is what it was asked for, as the first one was, and not what that one was in the end.
    private void isNew(CreatedResource resource, ObjectNode input, ObjectNode model) {
        List<String> unmet = context.agreement.unmet(input, resource.created());
        List<String> old = context.agreement.unmet(input, model).stream()
                .filter(pointer -> !unmet.contains(pointer))
                .toList();
        if (!old.isEmpty()) {
            context.findings.failed(
                    Rule.DELETE_RECREATE,
                    "A create after the delete of '%s' answers otherwise than before the delete, at %s."
                            .formatted(resource.identifier(), String.join(", ", old)));
        }
    }
}
