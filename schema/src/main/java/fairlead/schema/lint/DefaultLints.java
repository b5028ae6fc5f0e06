package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.SchemaTree;
import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// Defaults that their own schema refuses.
final class DefaultLints {

    private static final String NAME = "resource-schema.json";

    private final JsonNode document;
    private final List<Finding> findings;

    DefaultLints(JsonNode document, List<Finding> findings) {
        this.document = document;
        this.findings = findings;
    }

    void look() {
        Map<String, JsonNode> withDefault = new LinkedHashMap<>();
        SchemaTree.forEach(document, (at, schema) -> {
            if (schema.has("default") && !schema.path("default").isNull() && !schema.has("$ref")) {
                withDefault.put(at, schema);
            }
        });
        if (withDefault.isEmpty()) {
            return;
        }
        Compiler compiler = new Compiler(Map.of(NAME, document));
        withDefault.forEach(
                (at, schema) -> compiler.compile(NAME, at).validate(schema.path("default"), Mode.FULL).stream()
                        .filter(violation -> !violation.keyword().equals("format"))
                        .findFirst()
                        .ifPresent(violation -> warn(at, schema, violation)));
    }

    private void warn(String at, JsonNode schema, Violation violation) {
        String shown = schema.path("default").toString();
        String found = shown.length() > 60 ? shown.substring(0, 59) + "…" : shown;
        findings.add(Finding.warning(
                "schema.default",
                at + "/default",
                "expected " + violation.expected() + ", as the schema beside it says, found " + found));
    }
}
