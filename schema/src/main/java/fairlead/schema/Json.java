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
            return malformed("schema.json-limits", where(e) + e.getOriginalMessage());
        } catch (JacksonException e) {
            boolean twice = String.valueOf(e.getOriginalMessage()).startsWith("Duplicate");
            return malformed(twice ? "schema.json-duplicate-name" : "schema.json", where(e) + e.getOriginalMessage());
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
