package fairlead.server.arm;

import fairlead.server.arm.address.Address;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.Actions;
import fairlead.server.resource.TenantActions;
import fairlead.server.resource.change.ActionRequest;
import fairlead.server.resource.document.Documents;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.definition.Action;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The actions of types on their resources.
///
/// Implements "Call Action POST" of the "Azure resource provider contract".
final class ActionRoutes {

    private final AccountTypes types;
    private final Actions actions;
    private final TenantActions tenantActions;
    private final ApiVersions versions;
    private final Answers answers;

    ActionRoutes(
            AccountTypes types, Actions actions, TenantActions tenantActions, ApiVersions versions, Answers answers) {
        this.types = types;
        this.tenantActions = tenantActions;
        this.actions = actions;
        this.versions = versions;
        this.answers = answers;
    }

    Response answer(Request request, Address.ResourceAction address, String apiVersion) {
        TypeVersion type = versions.require(address.type(), apiVersion);
        Action action = type.registration()
                .action(address.action())
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.ACTION_NOT_FOUND,
                        "The type '" + type.armType() + "' has no action '" + address.action() + "' in API version '"
                                + type.apiVersion() + "'.")));
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        ObjectNode input = request.objectIfAny(Documents.JSON);
        return switch (actions.act(new ActionRequest(request.caller(), address.id(), type, action, input))) {
            case Actions.Result.Done(var output) -> done(output);
            case Actions.Result.Accepted(var operation) -> answers.accepted(request, operation);
        };
    }

    /// An action of no resource.
    Response answer(Request request, Address.TenantAction address, String apiVersion) {
        if (!request.method().equals("POST")) {
            return Answers.notAllowed(request, "POST");
        }
        String what = address.namespace() + "/" + address.action();
        RegisteredType registered = types.ofNoAccount()
                .withTenantAction(address.namespace(), address.action())
                .orElseThrow(() -> noAction(what));
        TypeVersion type = versions.require(registered, apiVersion);
        Action action = type.registration().tenantAction(address.action()).orElseThrow(() -> noAction(what));
        ObjectNode input = request.objectIfAny(Documents.JSON);
        return done(tenantActions.act(request.caller(), type, action, input));
    }

    private static ProblemException noAction(String what) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.ACTION_NOT_FOUND, "There is no action '" + what + "' in this API version."));
    }

    /// As a synchronous action is answered.
    static Response done(Optional<ObjectNode> output) {
        return output.map(value -> Answers.json(200, value)).orElseGet(() -> Response.empty(204));
    }
}
