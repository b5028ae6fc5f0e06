package fairlead.host.wire;

import tools.jackson.databind.node.ObjectNode;

/// What has become of a handler's class, as a document: the handler is made, or it can't be.
public sealed interface Ready {

    /// It is made.
    ///
    /// @param className the class's own name
    /// @param updatable whether it can do more than create, read and delete
    record Made(String className, boolean updatable, boolean listable, boolean actionable) implements Ready {}

    /// It is not.
    ///
    /// @param id under which it is told when the type is registered, `handler.class-missing` for example
    record Flawed(String id, String message) implements Ready {}

    default ObjectNode encode() {
        return switch (this) {
            case Made(var className, var updatable, var listable, var actionable) ->
                Json.object()
                        .put("class", className)
                        .put("updatable", updatable)
                        .put("listable", listable)
                        .put("actionable", actionable);
            case Flawed(var id, var message) -> Json.object().put("flaw", id).put("message", message);
        };
    }

    static Ready decode(ObjectNode document) throws Garbled {
        if (document.has("flaw")) {
            return new Flawed(Json.text(document, "flaw"), Json.text(document, "message"));
        }
        return new Made(
                Json.text(document, "class"),
                document.path("updatable").asBoolean(false),
                document.path("listable").asBoolean(false),
                document.path("actionable").asBoolean(false));
    }
}
