package fairlead.server.registry.stack;

import fairlead.server.access.Asked;
import fairlead.server.http.Body;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.operation.OperationId;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.custom.CustomAnswers;
import fairlead.server.stack.record.CustomStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The `ResponseURL` of requests for custom resources: who makes one answers there, by the "custom resource response
/// objects" of the
/// "AWS CloudFormation User Guide", and needs nothing else than the address.
public final class CustomAnswerSurface implements Surface {

    private static final String ROOT = "/cloudformation-custom-resource-response/";
    private static final String SIGNATURE = "signature";
    private static final long BODY_LIMIT = 4096;
    private static final int LONGEST_ID = 1024;
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final CustomAnswers answers;

    public CustomAnswerSurface(CustomAnswers answers) {
        this.answers = answers;
    }

    /// An address for an answer.
    ///
    /// @param endpoint where the server is reached
    static String address(String endpoint, String location, String request, String secret) {
        if (endpoint.isEmpty()) {
            throw StackFaults.invalid("It is not known at which address this server is reached: update the stack by"
                    + " CloudFormation's API before it has custom resources.");
        }
        return endpoint + ROOT + location + "/" + request + "?" + SIGNATURE + "=" + secret;
    }

    @Override
    public boolean serves(Request request) {
        return request.path().startsWith(ROOT);
    }

    /// Who knows the address may answer there.
    @Override
    public Asked asks(Request request) {
        return Asked.NOTHING;
    }

    @Override
    public Use use(Request request) {
        return Use.DATA;
    }

    @Override
    public String door() {
        return "cloudformation";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        request.reads(Set.of(SIGNATURE));
        if (!request.method().equals("PUT")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        List<String> path = request.segments();
        CustomStore.Asked asked = OperationId.parse(path.size() == 3 ? path.get(2) : "")
                .flatMap(id -> answers.asked(id, request.query(SIGNATURE).orElse("")))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.NOT_FOUND, "There is no request for a custom resource of this address.")));
        answers.answer(asked, answer(asked, Body.object(request.body(BODY_LIMIT), STRICT)));
        return Response.json(200, new byte[] {'{', '}'});
    }

    private static CustomStore.Answer answer(CustomStore.Asked asked, ObjectNode json) {
        String status = json.path("Status").asString("");
        if (!Set.of("SUCCESS", "FAILED").contains(status)) {
            throw wrong("expected SUCCESS or FAILED, found '" + status + "'", "/Status");
        }
        Map.of("RequestId", asked.operation().toString(), "LogicalResourceId", asked.node())
                .forEach((name, expected) -> {
                    String found = json.path(name).asString("");
                    if (!found.equals(expected)) {
                        throw wrong("expected '" + expected + "', found '" + found + "'", "/" + name);
                    }
                });
        boolean success = status.equals("SUCCESS");
        String physical = json.path("PhysicalResourceId").asString("");
        boolean named = !physical.isEmpty() && physical.length() <= LONGEST_ID;
        if (physical.length() > LONGEST_ID || (success && !named)) {
            throw wrong("expected 1 to " + LONGEST_ID + " characters", "/PhysicalResourceId");
        }
        if (!success && json.path("Reason").asString("").isEmpty()) {
            throw wrong("expected why it has failed", "/Reason");
        }
        JsonNode data = json.path("Data");
        if (!data.isMissingNode() && !data.isNull() && !data.isObject()) {
            throw wrong("expected an object", "/Data");
        }
        return new CustomStore.Answer(success, physical, json);
    }

    private static ProblemException wrong(String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("stack.customResource", message, pointer));
    }
}
