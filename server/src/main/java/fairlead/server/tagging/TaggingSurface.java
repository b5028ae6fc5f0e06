package fairlead.server.tagging;

import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.problem.SignatureFlaw;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Locations;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The Resource Groups Tagging API (AWS JSON 1.1), and the three operations that a service has which supports tags (AWS
/// JSON 1.0), for resources of all types.
public final class TaggingSurface implements Surface {

    /// For whom requests are signed.
    public static final String SERVICE = "tagging";

    private static final String TAGS = "Microsoft.Resources/tags";
    private static final long BODY_LIMIT = 1L << 20;

    private final Signatures signatures;
    private final Locations locations;
    private final GroupActions groups;
    private final ResourceActions resources;
    private final Authorizer authorizer;

    public TaggingSurface(Signatures signatures, Locations locations, TaggingVerbs verbs) {
        authorizer = verbs.authorizer();
        this.signatures = signatures;
        this.locations = locations;
        TaggedResources tagged = new TaggedResources(verbs);
        groups = new GroupActions(tagged, verbs);
        resources = new ResourceActions(tagged);
    }

    @Override
    public boolean serves(Request request) {
        return dialect(request).isPresent();
    }

    private static Optional<Dialect> dialect(Request request) {
        return Dialect.of(request.target());
    }

    @Override
    public Use use(Request request) {
        String target = request.target();
        boolean reads = target.contains(".Get") || target.contains(".List");
        return reads ? Use.READS : Use.WRITES;
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    @Override
    public String door() {
        return "tagging";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        Dialect dialect = dialect(request).orElse(Dialect.GROUPS);
        Dialect.Fault fault = dialect.fault(problem);
        ObjectNode body = Documents.JSON.createObjectNode();
        body.put("__type", fault.code()).put(dialect.messageMember(), fault.message());
        return json(request, dialect, fault.status(), body).with("x-amzn-ErrorType", fault.code());
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Dialect dialect = dialect(request).orElseThrow();
        Action tags = use(request) == Use.READS ? Action.read(TAGS) : Action.write(TAGS);
        Signed signed = signatures.verify(request, SERVICE, BODY_LIMIT).permitted(authorizer, tags);
        if (!locations.has(signed.region())) {
            throw new ProblemException(new Problem.SignatureRefused(
                    SignatureFlaw.MISMATCH,
                    "Credential should be scoped to a valid region, one of " + String.join(", ", locations.offered())
                            + "."));
        }
        SignedCall call = new SignedCall(
                signed.caller(),
                signed.account().subscription(),
                Locations.normal(signed.region()),
                new Input(Body.object(signed.body(), Documents.JSON)));
        String action = request.target().substring(dialect.prefix().length());
        ObjectNode answer = switch (dialect) {
            case GROUPS -> groups.answer(action, call);
            case RESOURCE -> resources.answer(action, call);
        };
        return json(request, dialect, 200, answer);
    }

    private static Response json(Request request, Dialect dialect, int status, ObjectNode body) {
        return Response.of(status, dialect.contentType(), JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-RequestId", request.caller().requestId());
    }
}
