package fairlead.server.stack.custom;

import fairlead.server.resource.document.Documents;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// What an endpoint is asked for: the "custom resource request objects" of the "AWS CloudFormation User Guide". It is the input of
/// the operation that asks.
///
/// @param body as it is sent
/// @param timeout how long the answer may take
record CustomCall(ObjectNode body, Duration timeout) {

    static final String TOKEN = "ServiceToken";

    private static final String TIMEOUT = "ServiceTimeout";
    private static final Duration LONGEST = Duration.ofHours(1);

    /// What is wrong with the properties of a custom resource before the endpoint is asked; empty if nothing is.
    static Optional<String> fault(ObjectNode desired, CustomEndpoints endpoints) {
        String token = desired.path(TOKEN).asString("");
        if (!endpoints.has(token)) {
            return Optional.of("The ServiceToken '" + token
                    + "' names no endpoint for custom resources that is configured on this server.");
        }
        return desired.has(TIMEOUT) && seconds(desired).isEmpty()
                ? Optional.of("The ServiceTimeout has to be a number of seconds from 1 to 3600, found "
                        + desired.path(TIMEOUT) + ".")
                : Optional.empty();
    }

    static Duration timeout(ObjectNode desired) {
        return seconds(desired).orElse(LONGEST);
    }

    private static Optional<Duration> seconds(ObjectNode desired) {
        String text = desired.path(TIMEOUT).asString("");
        return Optional.of(text)
                .filter(digits -> digits.matches("[0-9]{1,4}"))
                .map(digits -> Duration.ofSeconds(Long.parseLong(digits)))
                .filter(found -> found.isPositive() && found.compareTo(LONGEST) <= 0);
    }

    /// The properties as endpoints know them: every number and every boolean is a text.
    static JsonNode texts(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode texts = Documents.empty();
                object.forEachEntry((name, member) -> texts.set(name, texts(member)));
                yield texts;
            }
            case ArrayNode array -> {
                ArrayNode texts = Documents.empty().arrayNode();
                array.forEach(item -> texts.add(texts(item)));
                yield texts;
            }
            default -> value.isNull() ? value : StringNode.valueOf(value.asString());
        };
    }

    String serviceToken() {
        return body.path("ResourceProperties").path(TOKEN).asString("");
    }

    byte[] write() {
        ObjectNode json = Documents.empty().put("timeout", timeout.toSeconds());
        json.set("body", body);
        return Documents.bytes(json);
    }

    static CustomCall read(byte[] bytes) {
        ObjectNode json = Documents.object(bytes);
        return new CustomCall(
                (ObjectNode) json.path("body"),
                Duration.ofSeconds(json.path("timeout").asLong()));
    }
}
