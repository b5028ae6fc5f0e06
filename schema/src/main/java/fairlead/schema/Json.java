package fairlead.schema;

import java.util.ArrayDeque;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Strict reading: UTF-8, one document, no name twice, no deeper than [#DEEPEST].
final class Json {

    static final int DEEPEST = 100;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    sealed interface Read {

        record Document(JsonNode root) implements Read {}

        record Malformed(Finding finding) implements Read {}
    }

    static Read read(byte[] json) {
        try {
            JsonNode root = MAPPER.readTree(json);
            return root.isMissingNode()
                    ? malformed("schema.json", "expected a JSON document, found nothing")
                    : new Read.Document(root);
        } catch (StreamConstraintsException e) {
            boolean deep = e.getOriginalMessage().startsWith("Document nesting");
            String limit = deep ? "expected at most " + DEEPEST + " levels, found more" : e.getOriginalMessage();
            return malformed("schema.json-limits", where(e) + limit);
        } catch (JacksonException e) {
            String message = e.getOriginalMessage();
            if (message.startsWith("Duplicate")) {
                return malformed(
                        "schema.json-duplicate-name", where(e) + "expected each name once, found a " + message);
            }
            boolean trailing = message.startsWith("Trailing");
            return malformed(
                    "schema.json", where(e) + (trailing ? "expected one document, found text behind it" : message));
        }
    }

    private static Read malformed(String id, String message) {
        return new Read.Malformed(Finding.error(id, "", message));
    }

    private static String where(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        return location == null ? "" : "line " + location.getLineNr() + ", column " + location.getColumnNr() + ": ";
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
}
