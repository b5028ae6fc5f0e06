package fairlead.host.wire;

import fairlead.handler.ErrorCode;
import fairlead.handler.HandlerException;
import fairlead.handler.Page;
import fairlead.handler.Progress;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The end of a call of a handler, as a document.
public sealed interface Answer {

    record OfProgress(Progress progress) implements Answer {}

    record OfList(Page page) implements Answer {}

    /// The handler threw a [HandlerException].
    record Refused(ErrorCode code, String message, Optional<String> rule) implements Answer {

        public static Refused of(HandlerException failure) {
            return new Refused(failure.code(), String.valueOf(failure.getMessage()), failure.rule());
        }

        /// The exception once more.
        public HandlerException exception() {
            return rule.map(known -> HandlerException.breach(known, code, message))
                    .orElseGet(() -> new HandlerException(code, message));
        }
    }

    /// The handler threw something else.
    ///
    /// @param className its class
    /// @param trace its stack trace, its message at the beginning
    record Threw(String className, String trace) implements Answer {}

    default ObjectNode encode() {
        ObjectNode document = Json.object();
        switch (this) {
            case OfProgress(Progress.Done(var properties)) -> document.set("done", properties);
            case OfProgress(Progress.Gone()) -> document.put("gone", true);
            case OfProgress(Progress.Again again) -> {
                ObjectNode node = document.putObject("again");
                node.set("properties", again.properties());
                node.put("after", again.after().toString());
                node.set("memo", again.memo());
                again.percent().ifPresent(percent -> node.put("percent", percent));
                node.put("message", again.message());
            }
            case OfProgress(Progress.Failed(var code, var message)) ->
                document.putObject("failed").put("code", code.wireName()).put("message", message);
            case OfList(var page) -> {
                ObjectNode node = document.putObject("page");
                node.putArray("identifiers").addAll(page.identifiers());
                page.next().ifPresent(next -> node.put("next", next));
            }
            case Refused(var code, var message, var rule) -> {
                ObjectNode node = document.putObject("refused")
                        .put("code", code.wireName())
                        .put("message", message);
                rule.ifPresent(id -> node.put("rule", id));
            }
            case Threw(var className, var trace) ->
                document.putObject("threw").put("class", className).put("trace", trace);
        }
        return document;
    }

    static Answer decode(ObjectNode document) throws Garbled {
        if (document.get("done") instanceof ObjectNode properties) {
            return new OfProgress(Progress.done(properties));
        }
        if (document.path("gone").asBoolean(false)) {
            return new OfProgress(Progress.gone());
        }
        if (document.get("again") instanceof ObjectNode node) {
            return new OfProgress(again(node));
        }
        if (document.get("failed") instanceof ObjectNode node) {
            return new OfProgress(Progress.failed(code(node), Json.text(node, "message")));
        }
        if (document.get("page") instanceof ObjectNode node) {
            return new OfList(page(node));
        }
        if (document.get("refused") instanceof ObjectNode node) {
            return new Refused(code(node), Json.text(node, "message"), Json.optionalText(node, "rule"));
        }
        if (document.get("threw") instanceof ObjectNode node) {
            return new Threw(Json.text(node, "class"), Json.text(node, "trace"));
        }
        throw new Garbled("no answer");
    }

    private static Progress.Again again(ObjectNode node) throws Garbled {
        try {
            JsonNode percent = node.path("percent");
            OptionalDouble known =
                    percent.isNumber() ? OptionalDouble.of(percent.doubleValue()) : OptionalDouble.empty();
            return new Progress.Again(
                    Json.object(node, "properties"),
                    Duration.parse(Json.text(node, "after")),
                    Json.object(node, "memo"),
                    known.isPresent() ? Optional.of(known.getAsDouble()) : Optional.empty(),
                    Json.text(node, "message"));
        } catch (DateTimeException noDuration) {
            throw new Garbled("no duration: " + noDuration.getMessage());
        }
    }

    private static Page page(ObjectNode node) throws Garbled {
        if (!(node.get("identifiers") instanceof ArrayNode array)) {
            throw new Garbled("'identifiers' is no array");
        }
        List<ObjectNode> identifiers = new ArrayList<>();
        for (JsonNode each : array) {
            identifiers.add(Json.asObject(each, "identifiers"));
        }
        return new Page(identifiers, Json.optionalText(node, "next"));
    }

    private static ErrorCode code(ObjectNode node) throws Garbled {
        String name = Json.text(node, "code");
        return ErrorCode.parse(name).orElseThrow(() -> new Garbled("no error code: " + name));
    }
}
