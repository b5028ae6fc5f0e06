package fairlead.contract.check;

import fairlead.contract.Rule;
import fairlead.contract.call.OperationOutcome;
import fairlead.contract.call.SuiteContext;
import fairlead.contract.input.InputSet;
import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import java.util.EnumSet;
import java.util.Set;

/// Judges whether failures have the code that the contract asks for.
public final class ErrorCodeCheck {

    /// Codes that do not say that the request is wrong.
    private static final Set<ErrorCode> UNFIT = EnumSet.of(
            ErrorCode.INTERNAL_FAILURE,
            ErrorCode.HANDLER_INTERNAL_FAILURE,
            ErrorCode.SERVICE_INTERNAL_ERROR,
            ErrorCode.SERVICE_TIMEOUT,
            ErrorCode.NETWORK_FAILURE,
            ErrorCode.THROTTLING,
            ErrorCode.NOT_STABILIZED,
            ErrorCode.NOT_UPDATABLE);

    private final SuiteContext context;

    public ErrorCodeCheck(SuiteContext context) {
        this.context = context;
    }

    void lookedAtFailure() {
        context.findings.looked(Rule.FAILURE_CODE, "failures");
    }

    public void lookedAtInvalidInput() {
        context.findings.looked(Rule.FAILURE_CODE, "refusals of invalid inputs");
    }

    /// An update of what exists says `NotFound`.
    public void updateNotFound(String identifier) {
        context.findings.failed(Rule.FAILURE_CODE, "An update of '" + identifier + "', which exists, says NotFound.");
    }

    /// Whether a failure says that the request is wrong.
    public static boolean isFit(Progress.Failed failure) {
        return !UNFIT.contains(failure.code());
    }

    /// How a create with the invalid input of a project has ended.
    public void invalidInput(InputSet set, OperationOutcome ended) {
        if (ended.failure().isEmpty()) {
            context.findings.failed(
                    Rule.FAILURE_CODE, "The create accepted " + set.name() + "_invalid.json, which it has to refuse.");
        } else if (!isFit(ended.failure().get())) {
            context.findings.failed(
                    Rule.FAILURE_CODE,
                    "The create refused %s_invalid.json with %s, which does not say that the request is wrong."
                            .formatted(set.name(), ended.failure().get().code()));
        }
    }
}
