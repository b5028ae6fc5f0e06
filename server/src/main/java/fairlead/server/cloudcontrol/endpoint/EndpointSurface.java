package fairlead.server.cloudcontrol.endpoint;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeName;
import fairlead.server.access.Asked;
import fairlead.server.access.Caller;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.IdentifiedRequest;
import fairlead.server.resource.IdentifiedResources;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Locations;
import fairlead.server.signature.Account;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import fairlead.server.type.AccountTypes;
import fairlead.server.type.OfferedTypes;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.definition.Endpoints;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `POST /fairlead/endpoints/{type name}`: `{"Operation", "Identifiers"}` is answered with `{"Endpoints":
/// [{"Address", "CachePeriodInMinutes"}]}`. What follows the name, and for which service a request is signed, is
/// the client's affair: its model says it.
public final class EndpointSurface implements Surface {

    private static final List<String> ROOT = List.of("fairlead", "endpoints");
    private static final long BODY_LIMIT = 64 << 10;

    private final Signatures signatures;
    private final Locations locations;
    private final AccountTypes types;
    private final IdentifiedResources resources;

    public EndpointSurface(
            Signatures signatures, Locations locations, AccountTypes types, IdentifiedResources resources) {
        this.signatures = signatures;
        this.locations = locations;
        this.types = types;
        this.resources = resources;
    }

    /// Who asks, where, and what.
    private record Question(Caller caller, Account account, String location, ObjectNode input) {}

    @Override
    public boolean serves(Request request) {
        List<String> path = request.segments();
        return path.size() > ROOT.size() && path.subList(0, ROOT.size()).equals(ROOT);
    }

    /// It asks only, whatever the method.
    @Override
    public Use use(Request request) {
        return Use.READS;
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Question question = question(request);
        RegisteredType type = type(question, request.segments().get(ROOT.size()));
        Endpoints endpoints = type.current()
                .registration()
                .endpoints()
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.ENDPOINTS_NOT_FOUND,
                        "The resources of the type " + type.name() + " have no endpoints.")));
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        ArrayNode list = answer.putArray("Endpoints");
        for (String address : endpoints.of(properties(question, type, endpoints))) {
            list.addObject().put("Address", address).put("CachePeriodInMinutes", endpoints.minutes());
        }
        return json(request, 200, answer);
    }

    private Question question(Request request) {
        Optional<String> service = Signatures.service(request);
        if (service.isEmpty() && signatures.takesAnyKey()) {
            String location = locations.offered().getFirst();
            return new Question(request.caller(), Account.DEVELOPMENT, location, input(request.body(BODY_LIMIT)));
        }
        Signed signed = signatures.verify(request, service.orElse(""), BODY_LIMIT);
        if (!locations.has(signed.region())) {
            throw invalid("There is no region '" + signed.region() + "', only " + String.join(", ", locations.offered())
                    + ".");
        }
        return new Question(signed.caller(), signed.account(), Locations.normal(signed.region()), input(signed.body()));
    }

    private static ObjectNode input(byte[] body) {
        return body.length == 0 ? JsonNodeFactory.instance.objectNode() : Body.object(body, Documents.JSON);
    }

    private RegisteredType type(Question question, String name) {
        OfferedTypes offered = types.of(question.account().subscription());
        try {
            return offered.find(TypeName.parse(name))
                    .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                            ProblemCode.INVALID_RESOURCE_TYPE,
                            "There is no type '" + name + "'." + offered.near().hint(name))));
        } catch (IllegalArgumentException malformed) {
            throw invalid(String.valueOf(malformed.getMessage()));
        }
    }

    /// Those of the resource that is meant; none where all resources have the same endpoints.
    private ObjectNode properties(Question question, RegisteredType type, Endpoints endpoints) {
        if (!endpoints.ofProperties()) {
            return JsonNodeFactory.instance.objectNode();
        }
        IdentifiedRequest asked = new IdentifiedRequest(
                question.caller(),
                question.account().subscription(),
                question.account().group(),
                question.location(),
                type,
                Optional.empty());
        return resources
                .get(asked, identifier(type.current().schema(), question.input().path("Identifiers")), true)
                .properties();
    }

    /// The primary identifier: its properties by their names, in any case, as members of a client's model are called.
    private static ObjectNode identifier(ResourceSchema schema, JsonNode identifiers) {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        for (PropertyPath path : schema.primaryIdentifier()) {
            JsonNode value = identifiers
                    .propertyStream()
                    .filter(member -> member.getKey().equalsIgnoreCase(path.name()))
                    .map(Map.Entry::getValue)
                    .filter(JsonNode::isString)
                    .findFirst()
                    .orElseThrow(() -> invalid("Identifiers need a text for '" + path.name() + "'."));
            path.set(model, value);
        }
        return model;
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.INVALID_ENDPOINT_QUESTION, message));
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public String door() {
        return "endpoint";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        String code = problem instanceof Problem.SignatureRefused(var flaw, var _)
                ? flaw.jsonCode()
                : problem.code().text();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("__type", code).put("message", problem.message());
        return json(request, problem.status(), body).with("x-amzn-ErrorType", code);
    }

    /// In the media type of the question: each protocol has its own for the same JSON.
    private static Response json(Request request, int status, ObjectNode body) {
        String type = request.header("Content-Type")
                .filter(asked -> asked.startsWith("application/x-amz-json-"))
                .orElse("application/json");
        return Response.of(status, type, JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-RequestId", request.caller().requestId());
    }
}
