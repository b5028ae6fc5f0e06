package fairlead.server.access.audit.cloudtrail;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.Asked;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.audit.EventLookup;
import fairlead.server.access.audit.EventLookup.Found;
import fairlead.server.http.Body;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.limit.Use;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.signature.Signatures;
import fairlead.server.signature.Signed;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `LookupEvents` of AWS CloudTrail, in the protocol AWS JSON 1.1: the records of the account, the newest
/// first.
public final class CloudTrailSurface implements Surface {

    /// For which service requests are signed.
    public static final String SERVICE = "cloudtrail";

    private static final String PREFIX = "com.amazonaws.cloudtrail.v20131101.CloudTrail_20131101.";
    private static final String CONTENT_TYPE = "application/x-amz-json-1.1";
    private static final long BODY_LIMIT = 64L << 10;

    /// What the API reference calls a problem with a member.
    private static final Map<String, String> EXCEPTIONS = Map.of(
            "LookupAttributes", "InvalidLookupAttributesException",
            "MaxResults", "InvalidMaxResultsException",
            "NextToken", "InvalidNextTokenException",
            "StartTime", "InvalidTimeRangeException",
            "EndTime", "InvalidTimeRangeException",
            "EventCategory", "InvalidEventCategoryException");

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private final Signatures signatures;
    private final EventLookup events;
    private final Authorizer authorizer;
    private final AccessRecords records;

    /// @param records where it is told who has read
    public CloudTrailSurface(Signatures signatures, EventLookup events, Authorizer authorizer, AccessRecords records) {
        this.signatures = signatures;
        this.events = events;
        this.authorizer = authorizer;
        this.records = records;
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
        return Use.READS;
    }

    @Override
    public String door() {
        return SERVICE;
    }

    @Override
    public Response answer(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Signed signed = signatures.verify(request, SERVICE, BODY_LIMIT).admitted(authorizer, EventLookup.READ);
        String action = request.target().substring(PREFIX.length());
        if (!action.equals("LookupEvents")) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.UNKNOWN_OPERATION_EXCEPTION, "There is no action '" + action + "'."));
        }
        LookupEventsRequest asked = LookupEventsRequest.of(Body.object(signed.body(), STRICT));
        String subscription = signed.account().subscription();
        EventLookup.Page page =
                events.find(signed.caller(), asked.search(subscription), asked.wanted(), asked.after(), asked.limit());
        records.done(
                signed.caller(),
                AuditTrail.Deed.managing(
                                "LookupEvents",
                                subscription,
                                signed.region(),
                                "/fairlead/audit",
                                "Fairlead.Control/audit",
                                "{}".getBytes(StandardCharsets.UTF_8))
                        .with(AuditTrail.Deed.Details.READING));
        return json(request, 200, json(page));
    }

    private static ObjectNode json(EventLookup.Page page) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode list = json.putArray("Events");
        page.found().forEach(found -> list.add(event(found)));
        page.next().ifPresent(place -> json.put("NextToken", place.toString()));
        return json;
    }

    private static ObjectNode event(Found found) {
        ObjectNode record = found.record();
        ObjectNode event = JsonNodeFactory.instance.objectNode();
        event.put("EventId", record.path("eventID").asString(Long.toString(found.seq())));
        event.put("EventName", record.path("eventName").asString(""));
        event.put("ReadOnly", Boolean.toString(record.path("readOnly").asBoolean(false)));
        Optional.of(record.at("/userIdentity/accessKeyId").asString(""))
                .filter(key -> !key.isEmpty())
                .ifPresent(key -> event.put("AccessKeyId", key));
        event.put("EventTime", BigDecimal.valueOf(found.at().toEpochMilli(), 3));
        event.put("EventSource", record.path("eventSource").asString(""));
        event.put("Username", record.at("/userIdentity/userName").asString(""));
        event.putArray("Resources")
                .addObject()
                .put("ResourceType", record.at("/resources/0/type").asString(""))
                .put("ResourceName", found.resource());
        event.put("CloudTrailEvent", record.toString());
        return event;
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        String code = code(problem);
        int status = problem instanceof Problem.SignatureRefused(var flaw, var _)
                ? flaw.status()
                : problem.status() < 500 ? 400 : problem.status();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("__type", code).put("message", problem.message());
        return json(request, status, body).with("x-amzn-ErrorType", code);
    }

    private static String code(Problem problem) {
        return switch (problem) {
            case Problem.SignatureRefused(var flaw, var _) -> flaw.jsonCode();
            case Problem.BadRequest(var code, var _, var member) -> EXCEPTIONS.getOrDefault(member, code.text());
            case Problem.Forbidden _, Problem.Unauthenticated _ -> "AccessDeniedException";
            case Problem.TooManyRequests _ -> "ThrottlingException";
            default -> problem.status() < 500 ? "ValidationException" : "InternalFailure";
        };
    }

    private static Response json(Request request, int status, ObjectNode body) {
        return Response.of(status, CONTENT_TYPE, JsonMapper.shared().writeValueAsBytes(body))
                .with("x-amzn-RequestId", request.caller().requestId());
    }
}
