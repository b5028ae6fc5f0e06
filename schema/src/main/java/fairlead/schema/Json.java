package fairlead.schema;

import fairlead.schema.source.Fault;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.util.ArrayDeque;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Documents as [fairlead.schema.source] reads them, in terms of findings.
final class Json {

    static final int DEEPEST = Notation.DEEPEST;

    private Json() {}

    sealed interface Read {

        record Document(JsonNode root, List<Finding> findings) implements Read {}

        record Malformed(Finding finding) implements Read {}
    }

    static Read read(byte[] json) {
        return switch (Notation.JSON.read(json)) {
            case Source.Document(var root, var faults, var _) ->
                new Read.Document(root, faults.stream().map(Json::placed).toList());
            case Source.Malformed(var fault) -> new Read.Malformed(placed(fault));
        };
    }

    /// The message tells the place, for who sees only the finding.
    private static Finding placed(Fault fault) {
        Finding plain = Finding.of(fault);
        boolean empty = fault.message().endsWith("found nothing");
        String where = "line " + fault.position().line() + ", column "
                + fault.position().column() + ": ";
        return empty ? plain : Finding.error(plain.id(), plain.pointer(), where + plain.message());
    }

    /// Whether a tree that was not read here is deeper than one that was could be.
    static boolean tooDeep(JsonNode root) {
        record Level(JsonNode node, int depth) {}
        ArrayDeque<Level> open = new ArrayDeque<>(List.of(new Level(root, 0)));
        while (!open.isEmpty()) {
            Level level = open.pop();
            if (level.node.isContainer()) {
                if (level.depth == DEEPEST) {
                    return true;
                }
                level.node.values().forEach(child -> open.push(new Level(child, level.depth + 1)));
            }
        }
        return false;
    }

    /// The document's own "type" is the word RESOURCE, which is no type of JSON.
    static JsonNode withoutType(JsonNode document) {
        if (!document.path("type").asString("").equals("RESOURCE")) {
            return document;
        }
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.setAll((ObjectNode) document);
        schema.remove("type");
        return schema;
    }
}
