package fairlead.bench.robust;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The Cloud Control door, with signatures that a server without credentials does not check.
final class Cloud {

    static final String TYPE = "Fairlead::Lab::Thing";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Cluster cluster;
    private final Violations violations;

    Cloud(Cluster cluster, Violations violations) {
        this.cluster = cluster;
        this.violations = violations;
    }

    Answer get(String identifier) {
        return send("GetResource", about(identifier));
    }

    /// The properties in the answer to [#get].
    static JsonNode properties(Answer answer) {
        return JsonMapper.shared()
                .readTree(answer.body()
                        .path("ResourceDescription")
                        .path("Properties")
                        .asString("{}"));
    }

    static boolean isNotFound(Answer answer) {
        return answer.code().equals("ResourceNotFoundException");
    }

    /// A change that has been asked for.
    ///
    /// @param token of the request; empty if it was not accepted
    record Request(Answer answer, String token) {}

    Request create(String properties, String clientToken) {
        return request(
                "CreateResource", object().put("DesiredState", properties).put("ClientToken", clientToken));
    }

    /// Replaces the text if it is still `from`.
    Request patch(String identifier, String from, String to) {
        ArrayNode patch = JsonNodeFactory.instance.arrayNode();
        patch.addObject().put("op", "test").put("path", "/Text").put("value", from);
        patch.addObject().put("op", "replace").put("path", "/Text").put("value", to);
        return request("UpdateResource", about(identifier).put("PatchDocument", patch.toString()));
    }

    Request delete(String identifier) {
        return request("DeleteResource", about(identifier));
    }

    private Request request(String action, ObjectNode body) {
        Answer answer = send(action, body);
        return new Request(
                answer,
                answer.status() == 200
                        ? answer.body()
                                .path("ProgressEvent")
                                .path("RequestToken")
                                .asString("")
                        : "");
    }

    /// What has become of a request that was accepted; empty if it does not end.
    Optional<JsonNode> ended(Request request) {
        cluster.acknowledge();
        JsonNode event = request.answer().body().path("ProgressEvent");
        long until = cluster.end();
        while (!isEnded(event)) {
            if (System.nanoTime() > until) {
                violations.add(Law.ENDS, "the request " + request.token() + " does not end");
                return Optional.empty();
            }
            Answer now = send("GetResourceRequestStatus", object().put("RequestToken", request.token()));
            if (now.code().equals("RequestTokenNotFoundException")) {
                violations.add(Law.ACKNOWLEDGED, request.token() + " was accepted, and is not there: " + now.shown());
                return Optional.empty();
            }
            event = now.body().path("ProgressEvent");
        }
        return Optional.of(event);
    }

    private static boolean isEnded(JsonNode event) {
        return switch (event.path("OperationStatus").asString("")) {
            case "SUCCESS", "FAILED", "CANCEL_COMPLETE" -> true;
            default -> false;
        };
    }

    static boolean succeeded(JsonNode event) {
        return event.path("OperationStatus").asString("").equals("SUCCESS");
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode about(String identifier) {
        return object().put("Identifier", identifier);
    }

    private Answer send(String action, ObjectNode body) {
        if (!action.startsWith("GetResourceR")) {
            body.put("TypeName", TYPE);
        }
        String time = TIME.format(Instant.now());
        return cluster.send(
                cluster.any(),
                "POST",
                "/",
                body.toString(),
                "Content-Type",
                "application/x-amz-json-1.0",
                "X-Amz-Target",
                "CloudApiService." + action,
                "X-Amz-Date",
                time,
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=ROBUST/" + time.substring(0, 8)
                        + "/local/cloudcontrolapi/aws4_request,"
                        + " SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature=" + "0".repeat(64));
    }
}
