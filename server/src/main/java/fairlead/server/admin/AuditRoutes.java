package fairlead.server.admin;

import fairlead.server.access.AccessRecords;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.AuditTrail.Entry;
import fairlead.server.access.AuditTrail.Search;
import fairlead.server.access.Plane;
import fairlead.server.access.audit.AuditLog;
import fairlead.server.access.audit.DatabaseSource;
import fairlead.server.access.audit.Erasure;
import fairlead.server.access.audit.Holds;
import fairlead.server.database.Database;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// `/fairlead/audit`: who did what, the newest first.
///
/// Without a filter it shows what was done to what belongs to no subscription, such as types.
public final class AuditRoutes {

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final int USUAL = 100;
    private static final int MOST = 1000;
    private static final Instant LAST = Instant.ofEpochMilli(Long.MAX_VALUE);

    private static final Pattern TOKEN = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    private final Database database;
    private final AuditTrail audit;
    private final AuditLogRoutes log;
    private final AccessRecords records;
    private final Erasure erasure;
    private final HoldRoutes holds;

    /// @param records where it is told who has read
    public AuditRoutes(Database database, AuditTrail audit, AccessRecords records, Clock clock) {
        erasure = new Erasure(database, audit, clock);
        holds = new HoldRoutes(new Holds(database, audit, clock));
        this.database = database;
        this.audit = audit;
        this.records = records;
        log = new AuditLogRoutes(new AuditLog(database), new DatabaseSource(database), audit);
    }

    /// @param path what follows `/fairlead/audit`
    Response answer(Request request, List<String> path) {
        if (path.equals(List.of("erasures"))) {
            return erase(request);
        }
        if (!path.isEmpty() && path.getFirst().equals(HoldRoutes.WORD)) {
            return holds.answer(request, path.subList(1, path.size()));
        }
        Response answer = path.isEmpty() ? list(request) : log.answer(request, path);
        String address = "/fairlead/audit" + (path.isEmpty() ? "" : "/" + path.getFirst());
        byte[] nothing = ascii("{}");
        AuditTrail.Deed deed = AuditTrail.Deed.managing(
                "ReadAudit",
                request.written("subscription").orElse(""),
                "",
                address,
                "Fairlead.Control/audit",
                nothing);
        records.done(request.caller(), deed.with(AuditTrail.Deed.Details.READING));
        return answer;
    }

    private Response erase(Request request) {
        if (!request.method().equals("POST")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        String principal = request.object(STRICT).path("principalId").asString("");
        try {
            long records = erasure.erase(request.caller(), UUID.fromString(principal));
            return JsonAnswer.of(200, JsonNodeFactory.instance.objectNode().put("records", records));
        } catch (IllegalArgumentException notOne) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "erasure.principal", "expected the id of a principal, found '" + principal + "'", "/principalId"));
        }
    }

    private Response list(Request request) {
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        Search search = new Search(
                request.query("subscription"),
                request.query("resource"),
                request.query("correlationId"),
                request.query("plane").map(AuditRoutes::plane),
                time(request, "from").orElse(Instant.EPOCH),
                time(request, "until").orElse(LAST));
        int limit = limit(request);
        Place before = request.query("$skipToken").map(Place::of).orElse(Place.BEHIND_ALL);
        List<Entry> found =
                database.read(transaction -> audit.list(transaction, search, before.at(), before.seq(), limit + 1));
        return Response.json(200, page(request, found, limit));
    }

    /// Where a page ends; its token has the time in milliseconds and the number of its last record.
    private record Place(Instant at, long seq) {

        static final Place BEHIND_ALL = new Place(LAST, 0);

        static Place of(String token) {
            Matcher parts = TOKEN.matcher(token);
            if (!parts.matches()) {
                throw wrong(
                        ProblemCode.INVALID_SKIP_TOKEN,
                        "The $skipToken is not one that this list has given.",
                        "$skipToken");
            }
            return new Place(Instant.ofEpochMilli(Long.parseLong(parts.group(1))), Long.parseLong(parts.group(2)));
        }

        static Place of(Entry entry) {
            return new Place(entry.at(), entry.seq());
        }

        String token() {
            return at.toEpochMilli() + "-" + seq;
        }
    }

    /// The records are sent as they are stored. With `places=true` the place of each comes beside them, for the front,
    /// which puts the records of several servers into one order.
    private static byte[] page(Request request, List<Entry> found, int limit) {
        List<Entry> shown = found.subList(0, Math.min(limit, found.size()));
        ByteArrayOutputStream page = new ByteArrayOutputStream(1 << 10);
        page.writeBytes(ascii("{\"value\":["));
        for (int i = 0; i < shown.size(); i++) {
            page.writeBytes(ascii(i == 0 ? "" : ","));
            page.writeBytes(shown.get(i).json());
        }
        page.writeBytes(ascii("]"));
        if (request.query("places").filter("true"::equals).isPresent()) {
            List<String> places =
                    shown.stream().map(entry -> Place.of(entry).token()).toList();
            page.writeBytes(ascii(",\"places\":"));
            page.writeBytes(JsonMapper.shared().writeValueAsBytes(places));
        }
        if (found.size() > limit) {
            Entry last = shown.getLast();
            String next = request.urlWith("$skipToken", Place.of(last).token());
            page.writeBytes(ascii(",\"nextLink\":"));
            page.writeBytes(JsonMapper.shared().writeValueAsBytes(next));
        }
        page.writeBytes(ascii("}"));
        return page.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static Plane plane(String word) {
        for (Plane plane : Plane.values()) {
            if (plane.word().equals(word)) {
                return plane;
            }
        }
        throw wrong(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of plane is '" + word + "'; expected control or data.",
                "plane");
    }

    private static int limit(Request request) {
        String top = request.query("$top").orElse(Integer.toString(USUAL));
        if (!top.matches("[1-9]\\d{0,8}")) {
            throw wrong(
                    ProblemCode.INVALID_QUERY_PARAMETER,
                    "The value of $top is '" + top + "'; expected a positive integer.",
                    "$top");
        }
        return Math.min(Integer.parseInt(top), MOST);
    }

    private static Optional<Instant> time(Request request, String name) {
        try {
            return request.query(name).map(Instant::parse);
        } catch (DateTimeException notOne) {
            throw wrong(
                    ProblemCode.INVALID_QUERY_PARAMETER,
                    "The value of " + name + " is '" + request.query(name).orElse("")
                            + "'; expected a time such as 2026-11-21T14:00:00Z.",
                    name);
        }
    }

    private static ProblemException wrong(ProblemCode code, String message, String parameter) {
        return new ProblemException(new Problem.BadRequest(code, message, parameter));
    }
}
