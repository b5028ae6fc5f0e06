package fairlead.schema.lint;

import fairlead.schema.Finding;
import fairlead.schema.SchemaTree;
import fairlead.schema.draft07.Compiler;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Violation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Defaults and values of an enum that their own schema refuses.
final class DefaultLints {

    private static final String NAME = "resource-schema.json";

    private static final Set<String> LIMITS = Set.of(
            "pattern",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minItems",
            "maxItems");

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
        Compiler compiler = new Compiler(Map.of(NAME, document));
        enums(compiler);
        withDefault.forEach(
                (at, schema) -> compiler.compile(NAME, at).validate(schema.path("default"), Mode.FULL).stream()
                        .filter(violation -> !violation.keyword().equals("format"))
                        .findFirst()
                        .ifPresent(violation -> warn(at, schema, violation)));
    }

    /// That a value has another type is told of each alone.
    private void enums(Compiler compiler) {
        Map<String, JsonNode> limited = new LinkedHashMap<>();
        SchemaTree.forEach(document, (at, schema) -> {
            if (schema.path("enum").isArray() && LIMITS.stream().anyMatch(schema::has)) {
                limited.put(at, schema);
            }
        });
        limited.forEach((at, schema) -> {
            JsonNode values = schema.path("enum");
            for (int i = 0; i < values.size(); i++) {
                String place = at + "/enum/" + i;
                compiler.compile(NAME, at).validate(values.get(i), Mode.FULL).stream()
                        .filter(violation -> LIMITS.contains(violation.keyword()))
                        .findFirst()
                        .ifPresent(violation -> findings.add(Finding.warning(
                                "schema.enum-value",
                                place,
                                "expected " + violation.expected() + ", as the schema beside it says, found "
                                        + shortened(violation.found()) + ", which can never be given")));
            }
        });
    }

    private static String shortened(JsonNode value) {
        String shown = value.toString();
        return shown.length() > 60 ? shown.substring(0, 59) + "…" : shown;
    }

    private void warn(String at, JsonNode schema, Violation violation) {
        String found = shortened(schema.path("default"));
        findings.add(Finding.warning(
                "schema.default",
                at + "/default",
                "expected " + violation.expected() + ", as the schema beside it says, found " + found));
    }
}
