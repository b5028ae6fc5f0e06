package fairlead.fuzz;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import fairlead.server.resource.document.Documents;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// Documents as authors write them, in YAML and JSON.
final class YamlFuzz implements FuzzTarget {

    @Override
    public void run(byte[] input) {
        if (Notation.YAML.read(input) instanceof Source.Document(var root, var faults, var places)) {
            Law.holds(places.get() != null, "everything has a place");
            if (faults.isEmpty()) {
                same(root);
            }
        }
        switch (Notation.JSON.read(input)) {
            case Source.Document(var root, var faults, var places) -> {
                Law.holds(places.get() != null, "everything has a place");
                Law.holds(
                        !faults.isEmpty() || strictly(input) || deep(root), "a second reader takes the same for JSON");
            }
            case Source.Malformed malformed ->
                Law.holds(!malformed.fault().message().isEmpty(), "a refusal says why");
        }
    }

    /// What YAML says can be written in JSON, and read again.
    private static void same(JsonNode root) {
        byte[] json = Documents.JSON.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
        if (Notation.JSON.read(json) instanceof Source.Document document) {
            Law.sameJson(document.root(), root, "the same in YAML and in JSON");
        } else {
            throw new AssertionError("no JSON: " + new String(json, StandardCharsets.UTF_8));
        }
    }

    private static boolean strictly(byte[] input) {
        int from = input.length >= 3 && (input[0] & 0xff) == 0xef ? 3 : 0;
        try {
            Documents.JSON.readTree(input, from, input.length - from);
            return true;
        } catch (JacksonException refused) {
            // Numbers have other limits there.
            String reason = refused.getOriginalMessage();
            return reason.contains("maximum allowed") || reason.contains("Number");
        }
    }

    private static boolean deep(JsonNode root) {
        return depth(root) > Documents.DEEPEST;
    }

    private static int depth(JsonNode node) {
        int deepest = 0;
        for (JsonNode child : node) {
            deepest = Math.max(deepest, depth(child));
        }
        return deepest + (node.isContainer() ? 1 : 0);
    }
}
