package fairlead.server.access.policy;

import fairlead.server.problem.ProblemException;

/// Ends the transaction of a change that was not approved. Where it is caught, the approval is asked for; elsewhere the
/// request is refused.
public final class ApprovalNeeded extends ProblemException {

    private static final long serialVersionUID = 1L;

    ApprovalNeeded(ApprovalGate.Request request) {
        super(ApprovalGate.unapproved(request));
    }
}
