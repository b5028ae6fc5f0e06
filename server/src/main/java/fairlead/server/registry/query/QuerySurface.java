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
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Everything that comes in by the AWS Query protocol: `POST /` with a form, or `GET /?Action=...`.
///
/// The services share one address: a request is for the one of its `Version`, or else for the one that it is signed
/// for.
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
        Optional<QueryService> service = service(request);
        Optional<String> unsigned =
                service.flatMap(known -> sent(request, "Action").filter(known::isUnsigned));
        if (unsigned.isPresent()) {
            UnsignedCall call = new UnsignedCall(
                    unsigned.get(), QueryParameters.of(form(request, request.body(BODY_LIMIT))), request.caller());
            return answer(
                    service.get(),
                    call.action(),
                    request,
                    result -> service.get().answer(call, result));
        }
        String signedFor = Signatures.service(request).orElse("");
        Signed signed = signatures.verify(
                request, service.map(QueryService::signingName).orElse(signedFor), BODY_LIMIT);
        Map<String, String> form = form(request, signed.body());
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
        QueryCall permitted = named.asks(action)
                .map(asked -> call.by(signed.permitted(authorizer, asked)))
                .orElse(call);
        return answer(named, action, request, result -> named.answer(permitted, result));
    }

    private static Map<String, String> form(Request request, byte[] body) {
        TextRules.requireUtf8(body);
        return FormBody.parse(request.rawQuery(), isForm(request) ? new String(body, StandardCharsets.UTF_8) : "");
    }

    private static Response answer(
            QueryService service, String action, Request request, Consumer<XmlWriter> answering) {
        String id = request.caller().requestId();
        byte[] bytes = new XmlWriter()
                .root(action + "Response", service.namespace(), response -> {
                    response.element(action + "Result", answering);
                    response.element("ResponseMetadata", metadata -> metadata.text("RequestId", id));
                })
                .bytes();
        return identified(Response.of(200, XML, bytes), id);
    }

    @Override
    public Asked asks(Request request) {
        return Asked.SIGNED;
    }

    /// In the namespace of the service that the request is for, or of the first one, if it is for none of them.
    @Override
    public String door() {
        return "registry";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        QueryService service = service(request).orElseGet(services::getFirst);
        return refusal(request, problem, service.namespace());
    }

    /// The one that the request names by its version, or by its signature.
    private Optional<QueryService> service(Request request) {
        Optional<String> version = sent(request, "Version");
        return find(known -> version.equals(Optional.of(known.version()))).or(() -> {
            Optional<String> name = Signatures.service(request);
            return find(known -> name.equals(Optional.of(known.signingName())));
        });
    }

    private Optional<QueryService> find(Predicate<QueryService> wanted) {
        return services.stream().filter(wanted).findFirst();
    }

    /// A parameter of the request, before anything is known of who sends it; empty also where it can't be read.
    private static Optional<String> sent(Request request, String name) {
        try {
            byte[] body = isForm(request) ? request.body(BODY_LIMIT) : new byte[0];
            return Optional.ofNullable(form(request, body).get(name));
        } catch (ProblemException unreadable) {
            // Told when the request is answered.
            return Optional.empty();
        }
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
