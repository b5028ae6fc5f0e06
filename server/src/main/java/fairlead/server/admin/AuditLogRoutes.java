package fairlead.server.admin;

import fairlead.server.access.AuditTrail;
import fairlead.server.access.audit.AuditLog;
import fairlead.server.access.audit.LogSource;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `/fairlead/audit/...`: what an auditor needs to verify the audit trail without believing the server.
final class AuditLogRoutes {

    private static final String TEXT = "text/plain; charset=utf-8";

    private final AuditLog log;
    private final LogSource source;
    private final AuditTrail audit;

    AuditLogRoutes(AuditLog log, LogSource source, AuditTrail audit) {
        this.log = log;
        this.source = source;
        this.audit = audit;
    }

    /// @param path what follows `/fairlead/audit`
    Response answer(Request request, List<String> path) {
        if (!request.method().equals("GET")) {
            throw new ProblemException(new Problem.MethodNotAllowed(request.method()));
        }
        return switch (path.getFirst() + "/" + path.size()) {
            case "checkpoint/1" -> text(log.checkpoint().orElseThrow(AuditLogRoutes::notSealed));
            case "keys/1" -> text(String.join("\n", log.verifiers()) + "\n");
            case "proof/1" -> JsonAnswer.of(200, proof(request));
            case "log/1" -> JsonAnswer.of(200, about());
            case "checkpoints/1" -> JsonAnswer.of(200, checkpoints(after(request)));
            case "entries/1" -> JsonAnswer.of(200, entries(after(request)));
            case "tiles/2" -> JsonAnswer.of(200, tile(number(path.getLast(), "tile")));
            default -> throw UnknownAddress.of(request);
        };
    }

    private static Response text(String text) {
        return Response.of(200, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    private static ProblemException notSealed() {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.AUDIT_RECORD_NOT_FOUND,
                "Nothing of the audit trail is sealed yet; ask again in a moment."));
    }

    private ObjectNode proof(Request request) {
        String event = request.query("eventId").orElse("");
        AuditLog.Proof proof = log.proof(request.query("subscription").orElse(""), event(event))
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.AUDIT_RECORD_NOT_FOUND,
                        "There is no sealed record of the event '" + event
                                + "' there; a record of a subscription is found with its id in subscription.")));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("number", proof.seq()).put("leafIndex", proof.index()).put("treeSize", proof.size());
        json.put("leafHash", base64(proof.leaf()));
        ArrayNode path = json.putArray("inclusionPath");
        proof.path().forEach(hash -> path.add(base64(hash)));
        json.put("checkpoint", proof.note());
        json.put("encoded", base64(proof.row().encoded()));
        json.put("personalHash", base64(proof.row().personalHash()));
        json.set("record", JsonMapper.shared().readTree(audit.shown(proof.row())));
        return json;
    }

    private static UUID event(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException notOne) {
            throw wrong("The value of eventId is '" + text + "'; expected the eventID of a record.", "eventId");
        }
    }

    private ObjectNode about() {
        LogSource.About about = source.about();
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("origin", about.origin());
        about.verifiers().forEach(json.putArray("keys")::add);
        json.put("firstOwn", about.firstOwn()).put("pruned", about.pruned());
        about.lastGiven().ifPresent(number -> json.put("lastGiven", number));
        return json;
    }

    private ObjectNode checkpoints(long after) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        source.checkpoints(after)
                .forEach(signed -> value.addObject().put("size", signed.size()).put("note", signed.note()));
        return json;
    }

    private ObjectNode entries(long after) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        for (LogSource.Entry entry : source.entries(after)) {
            ObjectNode one = value.addObject().put("number", entry.seq());
            entry.leaf().ifPresent(leaf -> one.put("leafHash", base64(leaf)));
            one.put("encoded", base64(entry.encoded()));
            one.put("personalHash", base64(entry.personalHash()));
        }
        return json;
    }

    private ObjectNode tile(long number) {
        Optional<LogSource.Tile> tile = source.tile(number);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("hashes", base64(tile.map(LogSource.Tile::hashes).orElse(new byte[0])));
        ArrayNode numbers = json.putArray("numbers");
        for (long one : tile.map(LogSource.Tile::numbers).orElse(new long[0])) {
            numbers.add(one);
        }
        return json;
    }

    private static long after(Request request) {
        return number(request.query("after").orElse("0"), "after");
    }

    private static long number(String text, String name) {
        if (!text.matches("\\d{1,18}")) {
            throw wrong("The value of " + name + " is '" + text + "'; expected a number, 0 or more.", name);
        }
        return Long.parseLong(text);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static ProblemException wrong(String message, String parameter) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.INVALID_QUERY_PARAMETER, message, parameter));
    }
}
