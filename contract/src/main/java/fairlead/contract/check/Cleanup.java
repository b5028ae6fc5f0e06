package fairlead.contract.check;

import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.ReadOutcome;
import fairlead.contract.call.ScenarioAborted;
import fairlead.contract.call.SuiteContext;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Deletes what a scenario has left.
public final class Cleanup {

    private Cleanup() {}

    /// Deletes resources, and reports of the deletes only what remains.
    public static void delete(SuiteContext context, Set<String> identifiers) {
        for (String identifier : identifiers) {
            try {
                delete(context, identifier);
            } catch (ScenarioAborted | IllegalArgumentException e) {
                context.note("'" + identifier + "' was made and could not be deleted: " + e.getMessage() + ".");
            }
        }
    }

    private static void delete(SuiteContext context, String identifier) {
        SuiteContext passing = context.inPassing();
        ObjectNode model = context.schema.parseIdentifier(identifier);
        OperationOutcome ended = passing.operations.delete(model, context.token());
        boolean gone = ended.failure().isEmpty() || ended.failedWith(ErrorCode.NOT_FOUND);
        if (!gone && passing.read(model, java.util.Optional.empty()) instanceof ReadOutcome.Found) {
            context.note("'" + identifier + "' was made and could not be deleted.");
            ended.failure()
                    .filter(Cleanup::isCrash)
                    .ifPresent(failure -> passing.findings.failed(DeletionCheck.notDeleted(failure)));
        }
    }

    /// A service may have its reasons to keep a resource, and says which.
    private static boolean isCrash(Progress.Failed failure) {
        return switch (failure.code()) {
            case INTERNAL_FAILURE, HANDLER_INTERNAL_FAILURE -> true;
            default -> false;
        };
    }
}
