package fairlead.server.registry.stack;

import fairlead.server.access.Asked;
import fairlead.server.http.Body;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.StackSignals;
import fairlead.server.stack.StackSignals.Told;
import fairlead.server.stack.record.SignalStore;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The addresses that wait condition handles give out: who has one sends a signal to it, and needs nothing else. What
/// is sent
/// is the "wait condition signal JSON format" of the "AWS CloudFormation User Guide": Status, Reason, UniqueId, Data.
public final class SignalSurface implements Surface {

    private static final String ROOT = "/cloudformation-waitcondition/";
    private static final String SIGNATURE = "signature";
    private static final Set<String> MEMBERS = Set.of("Status", "Reason", "UniqueId", "Data");
    private static final long BODY_LIMIT = 1L << 16;
    private static final int LONGEST_ID = 64;
    private static final int LONGEST_TEXT = 4096;
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final StackSignals signals;

    public SignalSurface(StackSignals signals) {
        this.signals = signals;
    }

    /// An address for signals.
    ///
    /// @param endpoint where the server is reached
    static String address(String endpoint, String location, UUID stack, String key, int generation, String secret) {
        if (endpoint.isEmpty()) {
            throw StackFaults.invalid("It is not known at which address this server is reached: update the stack by"
                    + " CloudFormation's API before it has a WaitConditionHandle.");
        }
        return endpoint + ROOT + location + "/" + stack + "/" + key + "/" + generation + "?" + SIGNATURE + "=" + secret;
    }

    @Override
    public boolean serves(Request request) {
        return request.path().startsWith(ROOT);
    }

    /// Who knows the address may send a signal to it.
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
        String secret = request.query(SIGNATURE).orElse("");
        SignalStore.Address address = address(request.segments()).orElseThrow(SignalSurface::nothing);
        if (!signals.receive(request.caller(), address, secret, told(Body.object(request.body(BODY_LIMIT), STRICT)))) {
            throw nothing();
        }
        return Response.json(200, new byte[] {'{', '}'});
    }

    /// `cloudformation-waitcondition/LOCATION/STACK/NODE/GENERATION`.
    private static Optional<SignalStore.Address> address(List<String> path) {
        if (path.size() != 5 || !path.get(4).matches("[0-9]{1,9}")) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    new SignalStore.Address(UUID.fromString(path.get(2)), path.get(3), Integer.parseInt(path.get(4))));
        } catch (IllegalArgumentException noId) {
            return Optional.empty();
        }
    }

    /// The same whatever of the address is wrong.
    private static ProblemException nothing() {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.NOT_FOUND, "There is no wait condition handle of this address, or not any more."));
    }

    // -- the body ---------------------------------------------------------------------------------------------------

    private static Told told(ObjectNode json) {
        json.propertyNames().stream()
                .filter(name -> !MEMBERS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw wrong(
                            "expected no other members than " + new TreeSet<>(MEMBERS) + ", found " + name,
                            "/" + name.replace("~", "~0").replace("/", "~1"));
                });
        String status = text(json, "Status", LONGEST_ID);
        if (!Set.of("SUCCESS", "FAILURE").contains(status)) {
            throw wrong("expected SUCCESS or FAILURE, found '" + status + "'", "/Status");
        }
        String id = text(json, "UniqueId", LONGEST_ID);
        if (id.isEmpty()) {
            throw wrong("expected a text by which the sender is known", "/UniqueId");
        }
        return new Told(
                id, status.equals("SUCCESS"), text(json, "Reason", LONGEST_TEXT), text(json, "Data", LONGEST_TEXT));
    }

    /// Scripts write numbers where they mean texts.
    private static String text(ObjectNode json, String name, int most) {
        JsonNode value = json.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (value.isContainer()) {
            throw wrong("expected a text", "/" + name);
        }
        String text = value.asString();
        if (text.length() > most) {
            throw wrong("expected at most " + most + " characters, found " + text.length(), "/" + name);
        }
        return text;
    }

    private static ProblemException wrong(String message, String pointer) {
        return new ProblemException(Problem.InvalidBody.of("stack.signal", message, pointer));
    }
}
