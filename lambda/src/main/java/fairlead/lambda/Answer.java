package fairlead.lambda;

import fairlead.schema.ResourceSchema;
import fairlead.schema.TypeCoercion;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A progress event as the provider returned it, its models in the types of the schema.
///
/// @param errorCode empty if there is none
/// @param context the JSON text of the callback context, byte for byte
record Answer(
        String status, String errorCode, String message, Duration delay, Optional<String> context, Result result) {

    /// What was asked for: one model, a page of them, or what an action gives.
    ///
    /// @param output of an action, as it came
    record Result(
            Optional<ObjectNode> model,
            Optional<List<ObjectNode>> models,
            Optional<String> nextToken,
            Optional<ObjectNode> output) {}

    private static final double LONGEST_DELAY = Duration.ofDays(2).toSeconds();

    /// What a provider answered is no progress event.
    static final class Unreadable extends Exception {

        private static final long serialVersionUID = 1L;

        Unreadable(String message) {
            super(message);
        }
    }

    static Answer read(ResourceSchema schema, byte[] body) throws Unreadable {
        try {
            if (RequestEncoder.JSON.readTree(body) instanceof ObjectNode event) {
                return read(schema, event, context(body));
            }
            throw new Unreadable("expected a JSON object, found '" + beginning(body) + "'");
        } catch (JacksonException malformed) {
            throw new Unreadable("it is not JSON: '" + beginning(body) + "'");
        }
    }

    private static Answer read(ResourceSchema schema, ObjectNode event, Optional<String> context) throws Unreadable {
        String status = event.path("status").asString("");
        if (status.isEmpty()) {
            throw new Unreadable("it has no status");
        }
        return new Answer(
                status,
                event.path("errorCode").asString(""),
                event.path("message").asString(""),
                delay(event.path("callbackDelaySeconds")),
                context,
                result(schema, event));
    }

    private static Result result(ResourceSchema schema, ObjectNode event) throws Unreadable {
        @Nullable JsonNode model = event.get("resourceModel");
        return new Result(
                model == null || model.isNull()
                        ? Optional.empty()
                        : Optional.of(TypeCoercion.toSchema(schema, object(model, "resourceModel"))),
                models(schema, event.path("resourceModels")),
                event.optional("nextToken").filter(token -> !token.isNull()).map(token -> token.asString("")),
                event.get("output") instanceof ObjectNode output ? Optional.of(output) : Optional.empty());
    }

    /// Refuses what the protocol has no place for, and a host need not mind.
    void requireExact() throws Unreadable {
        if (!status.equals("FAILED") && !errorCode.isEmpty()) {
            throw new Unreadable("its status is " + status + ", and it has the error code " + errorCode);
        }
        if (!status.equals("IN_PROGRESS") && !delay.isZero()) {
            throw new Unreadable(
                    "its status is " + status + ", and it asks to be called again after " + delay.toMillis() + " ms");
        }
    }

    /// Without what a host need not mind: a token that is empty, a pause that is less than none.
    Answer lenient() {
        Optional<String> token = result.nextToken().filter(text -> !text.isEmpty());
        return new Answer(
                status,
                errorCode,
                message,
                delay.isNegative() ? Duration.ZERO : delay,
                context,
                new Result(result.model(), result.models(), token, result.output()));
    }

    private static Optional<List<ObjectNode>> models(ResourceSchema schema, JsonNode array) throws Unreadable {
        if (!array.isArray()) {
            return Optional.empty();
        }
        List<ObjectNode> models = new ArrayList<>();
        for (JsonNode model : array) {
            models.add(TypeCoercion.toSchema(schema, object(model, "resourceModels")));
        }
        return Optional.of(models);
    }

    private static ObjectNode object(JsonNode node, String what) throws Unreadable {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new Unreadable("expected an object as " + what + ", found " + node.getNodeType());
    }

    /// Wrappers answer whole seconds, fractions, and texts.
    static Duration delay(JsonNode node) throws Unreadable {
        if (node.isMissingNode() || node.isNull()) {
            return Duration.ZERO;
        }
        try {
            double seconds = new BigDecimal(node.asString("")).doubleValue();
            return Duration.ofMillis(Math.round(Math.clamp(seconds, -LONGEST_DELAY, LONGEST_DELAY) * 1000));
        } catch (NumberFormatException notOne) {
            throw new Unreadable("expected a number as callbackDelaySeconds, found " + node);
        }
    }

    /// The text of the callback context: what a parser would make of it may not be written the same again.
    static Optional<String> context(byte[] body) {
        Optional<String> context = Optional.empty();
        try (JsonParser parser = RequestEncoder.JSON.createParser(body)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                boolean wanted = parser.currentName().equals("callbackContext");
                boolean none = parser.nextToken() == JsonToken.VALUE_NULL;
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                parser.finishToken();
                int end = (int) parser.currentLocation().getByteOffset();
                if (wanted && !none) {
                    context = Optional.of(new String(body, start, end - start, StandardCharsets.UTF_8).strip());
                }
            }
        }
        return context;
    }

    static String beginning(byte[] body) {
        String text = new String(body, 0, Math.min(body.length, 200), StandardCharsets.UTF_8);
        return text.replaceAll("\\p{Cntrl}", " ") + (body.length > 200 ? "..." : "");
    }
}
