package fairlead.server.resource;

import fairlead.server.problem.Code;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.scope.Scopes;
import tools.jackson.databind.node.JsonNodeFactory;

/// The groups in which lives what is made without naming one.
record ImpliedGroups(Scopes scopes) {

    /// Makes the group if it was missing; else throws what was refused.
    void make(IdentifiedRequest asked, ProblemException refused) {
        Code missing = refused.problem().code();
        if (scopes.locations().isPartial() && missing == ProblemCode.SUBSCRIPTION_NOT_FOUND) {
            throw new ProblemException(new Problem.Misdirected(
                    "/subscriptions/" + asked.subscription() + "/resourceGroups/" + asked.group(),
                    "The subscription '" + asked.subscription()
                            + "' is not in this cell of the control plane yet: ask its front."));
        }
        if (missing != ProblemCode.RESOURCE_GROUP_NOT_FOUND) {
            throw refused;
        }
        scopes.putGroup(
                asked.caller(),
                asked.subscription(),
                asked.group(),
                asked.location(),
                JsonNodeFactory.instance.objectNode());
    }
}
