package fairlead.server.registry.query;

import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.http.TextRules;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Everything that comes in by the AWS Query protocol: `POST /` with a form, or `GET /?Action=...`.
///
/// The services share one address; for which of them a request is signed, that one it is for.
///
/// Where every key is taken, an action that changes something has to be sent by POST: any web page can make a browser
/// send a GET, by the address of an image.
public final class QuerySurface implements Surface {

    private static final String XML = "text/xml;charset=utf-8";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final List<String> METHODS = List.of("GET", "POST");
    private static final long BODY_LIMIT = 1L << 20;

    private final List<QueryService> services;
    private final Signatures signatures;
    private final Authorizer authorizer;

    public QuerySurface(List<QueryService> services, Signatures signatures, Authorizer authorizer) {
        this.authorizer = authorizer;
        this.services = List.copyOf(services);
        this.signatures = signatures;
    }

    @Override
    public boolean serves(Request request) {
        return isMeant(request);
    }

    /// Whether a request is one of this protocol.
    public static boolean isMeant(Request request) {
        return request.path().equals("/") && (isForm(request) || request.hasQuery("Action"));
    }

    private static boolean isForm(Request request) {
        String type = request.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
        return request.method().equals("POST") && type.startsWith(FORM);
    }

    @Override
    public Response answer(Request request) {
        if (!METHODS.contains(request.method())) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Optional<String> signedFor = Signatures.service(request);
        Optional<QueryService> service = signedFor(request);
        Signed signed = signatures.verify(
                request, service.map(QueryService::signingName).orElse(signedFor.orElse("")), BODY_LIMIT);
        TextRules.requireUtf8(signed.body());
        String body = isForm(request) ? new String(signed.body(), StandardCharsets.UTF_8) : "";
        Map<String, String> form = FormBody.parse(request.rawQuery(), body);
        String action = form.getOrDefault("Action", "");
        if (action.isEmpty()) {
            throw CommonErrors.missingAction();
        }
        String version = form.getOrDefault("Version", "NO_VERSION_SPECIFIED");
        QueryCall call =
                new QueryCall(action, QueryParameters.of(form), signed, request.baseUrl(), request::isAbandoned);
        QueryService named = service.filter(known -> known.version().equals(version))
                .orElseThrow(() -> CommonErrors.noSuchAction(action, version));
        if (named.changes(action) && request.method().equals("GET") && signatures.takesAnyKey()) {
            throw new ProblemException(new Problem.Forbidden("The action " + action
                    + " changes something, and the signature of this GET is not verified. Send it by POST, or let the"
                    + " server verify signatures (serve --credentials) and sign it."));
        }
        return answer(
                named,
                named.asks(action)
                        .map(asked -> call.by(signed.permitted(authorizer, asked)))
                        .orElse(call),
                request);
    }

    private static Response answer(QueryService service, QueryCall call, Request request) {
        String id = request.caller().requestId();
        byte[] bytes = new XmlWriter()
                .root(call.action() + "Response", service.namespace(), response -> {
                    response.element(call.action() + "Result", result -> service.answer(call, result));
                    response.element("ResponseMetadata", metadata -> metadata.text("RequestId", id));
                })
                .bytes();
        return identified(Response.of(200, XML, bytes), id);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    /// In the namespace of the service that the request is signed for, or of the first one, if it is for none of them.
    @Override
    public String door() {
        return "registry";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        QueryService service = signedFor(request).orElseGet(services::getFirst);
        return refusal(request, problem, service.namespace());
    }

    private Optional<QueryService> signedFor(Request request) {
        Optional<String> name = Signatures.service(request);
        return services.stream()
                .filter(known -> name.equals(Optional.of(known.signingName())))
                .findFirst();
    }

    /// A problem in this protocol.
    public static Response refusal(Request request, Problem problem, String namespace) {
        QueryFault fault = QueryFault.of(problem);
        String id = request.caller().requestId();
        byte[] bytes = new XmlWriter()
                .root("ErrorResponse", namespace, response -> {
                    response.element(
                            "Error",
                            error -> error.text("Type", fault.status() < 500 ? "Sender" : "Receiver")
                                    .text("Code", fault.code())
                                    .text("Message", fault.message()));
                    response.text("RequestId", id);
                })
                .bytes();
        return identified(Response.of(fault.status(), XML, bytes), id);
    }

    private static Response identified(Response response, String requestId) {
        return response.with("x-amzn-RequestId", requestId);
    }
}
