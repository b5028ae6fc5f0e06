package fairlead.server.registry.stack;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.registry.stack.content.BootstrapVersion;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Locations;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What the AWS CDK asks the "AWS Systems Manager Parameter Store" for before it deploys: GetParameter, of
/// the version of the resources by which it prepares an account. There are no other parameters.
public final class ParameterStoreSurface implements Surface {

    /// For whom requests are signed.
    public static final String SERVICE = "ssm";

    private static final String PREFIX = "AmazonSSM.";
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";
    private static final long BODY_LIMIT = 1L << 16;

    private final Signatures signatures;
    private final Locations locations;
    private final Authorizer authorizer;

    public ParameterStoreSurface(Signatures signatures, Locations locations, Authorizer authorizer) {
        this.signatures = signatures;
        this.locations = locations;
        this.authorizer = authorizer;
    }

    @Override
    public boolean serves(Request request) {
        return request.target().startsWith(PREFIX);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public Use use(Request request) {
        return Use.DATA;
    }

    @Override
    public String door() {
        return "ssm";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        String code = code(problem);
        ObjectNode body = Documents.JSON.createObjectNode();
        body.put("__type", code).put("message", problem.message());
        return json(request, problem.status() < 500 ? 400 : problem.status(), body)
                .with("x-amzn-ErrorType", code);
    }

    private static String code(Problem problem) {
        return switch (problem) {
            case Problem.SignatureRefused(var flaw, var _) -> flaw.jsonCode();
            case Problem.BadRequest(var code, var _, var _)
            when code == ProblemCode.PARAMETER_NOT_FOUND || code == ProblemCode.UNKNOWN_OPERATION_EXCEPTION ->
                code.text();
            default -> problem.status() < 500 ? problem.code().text() : "InternalServerError";
        };
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Signed signed = signatures
                .verify(request, SERVICE, BODY_LIMIT)
                .admitted(authorizer, Action.read("Microsoft.Resources/subscriptions"));
        if (!locations.has(signed.region())) {
            throw new ProblemException(new Problem.SignatureRefused(
                    SignatureFlaw.MISMATCH,
                    "Credential should be scoped to a valid region, one of " + String.join(", ", locations.offered())
                            + "."));
        }
        ObjectNode input = Body.object(signed.body(), Documents.JSON);
        String action = request.target().substring(PREFIX.length());
        if (!action.equals("GetParameter")) {
            throw refused(
                    ProblemCode.UNKNOWN_OPERATION_EXCEPTION,
                    "There is no action '" + action + "'; expected GetParameter.");
        }
        return json(request, 200, parameter(signed, input.path("Name").asString("")));
    }

    private static ObjectNode parameter(Signed signed, String name) {
        String version = BootstrapVersion.of(name)
                .orElseThrow(() -> refused(
                        ProblemCode.PARAMETER_NOT_FOUND,
                        "There is no parameter '" + name + "': there is /cdk-bootstrap/QUALIFIER/version alone."));
        ObjectNode answer = Documents.JSON.createObjectNode();
        answer.putObject("Parameter")
                .put("Name", name)
                .put("Type", "String")
                .put("Value", version)
                .put("Version", 1)
                .put("DataType", "text")
                .put(
                        "ARN",
                        "arn:aws:ssm:" + signed.region() + ":"
                                + signed.account().number() + ":parameter" + name);
        return answer;
    }

    private static ProblemException refused(ProblemCode code, String message) {
        return new ProblemException(new Problem.BadRequest(code, message));
    }

    private static Response json(Request request, int status, ObjectNode body) {
        return Response.of(status, CONTENT_TYPE, JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-RequestId", request.caller().requestId());
    }
}
