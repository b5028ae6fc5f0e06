package fairlead.fuzz;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Diff;
import fairlead.server.resource.document.Documents;
import java.util.Arrays;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Resource type schemas and their references, with models: the schema, a byte 0, and a model.
final class SchemaFuzz implements FuzzTarget {

    /// A hundred, and one that says how many more.
    private static final int MOST_FINDINGS = 101;

    @Override
    public void run(byte[] input) {
        int end = 0;
        while (end < input.length && input[end] != 0) {
            end++;
        }
        byte[] text = Arrays.copyOf(input, end);
        switch (ResourceSchema.parse(text)) {
            case Loaded.Invalid invalid ->
                Law.holds(Finding.anyError(invalid.findings()), "what is refused has an error");
            case Loaded.Valid valid -> {
                Law.holds(!Finding.anyError(valid.warnings()), "what is taken has no error");
                ResourceSchema schema = valid.schema();
                Law.holds(
                        ResourceSchema.load(schema.document()) instanceof Loaded.Valid,
                        "a schema that is written is taken again");
                Law.holds(
                        ResourceSchema.load(schema.whole()) instanceof Loaded.Valid,
                        "a schema with what it refers to is taken by itself");
                if (end < input.length) {
                    validate(schema, Arrays.copyOfRange(input, end + 1, input.length));
                }
            }
        }
    }

    private static void validate(ResourceSchema schema, byte[] text) {
        JsonNode model;
        try {
            model = Documents.JSON.readTree(text);
        } catch (JacksonException none) {
            return;
        }
        List<Finding> found = schema.validateModel(model);
        Law.holds(found.size() <= MOST_FINDINGS, found.size() + " findings");
        Law.same(schema.validateModel(model), found, "the same findings each time");
        schema.validateInput(model);
        Law.holds(schema.equal(model, model), "a model equals itself");
        if (model instanceof ObjectNode object && found.isEmpty()) {
            Law.holds(Diff.between(schema, object, object.deepCopy()).isEmpty(), "nothing differs from itself");
            Law.same(schema.unmet(object, object), List.of(), "a model is as it asks for");
            ObjectNode visible = schema.withoutWriteOnly(object);
            Law.holds(
                    schema.equal(schema.overlay(visible, schema.onlyWriteOnly(object)), object),
                    "a model is what is visible of it and what is not");
            schema.identifier(object)
                    .ifPresent(joined -> Law.same(
                            schema.identifier(schema.parseIdentifier(joined)).orElse(""),
                            joined,
                            "an identifier that is read and written"));
        }
    }
}
