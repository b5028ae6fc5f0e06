package fairlead.fuzz;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.diff.Diff;
import fairlead.schema.reference.Lookup;
import fairlead.server.resource.document.Documents;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Resource type schemas and their references, with models. The schema; then, behind a byte 0 each, a model, and the
/// document that is found wherever the schema refers to another one.
final class SchemaFuzz implements FuzzTarget {

    /// A hundred, and one that says how many more.
    private static final int MOST_FINDINGS = 101;

    @Override
    public void run(byte[] input) {
        List<byte[]> parts = parts(input);
        Optional<JsonNode> model = json(parts.get(1));
        Optional<JsonNode> other = json(parts.get(2));
        fairlead.schema.reference.Documents others = uri -> other.<Lookup>map(Lookup.Found::new)
                .orElseGet(() -> new Lookup.Missing(List.of("there is none at " + uri)));
        Loaded strictly = ResourceSchema.parse(parts.get(0), others);
        Loaded asElsewhere = ResourceSchema.parse(parts.get(0), others, Profile.CLOUDFORMATION);
        Law.holds(
                strictly instanceof Loaded.Invalid || asElsewhere instanceof Loaded.Valid,
                "who takes less than CloudFormation takes nothing more");
        for (Loaded loaded : List.of(strictly, asElsewhere)) {
            switch (loaded) {
                case Loaded.Invalid invalid ->
                    Law.holds(Finding.anyError(invalid.findings()), "what is refused has an error");
                case Loaded.Valid valid -> {
                    Law.holds(!Finding.anyError(valid.warnings()), "what is taken has no error");
                    taken(valid.schema(), others, model);
                }
            }
        }
    }

    private static List<byte[]> parts(byte[] input) {
        List<byte[]> parts = new ArrayList<>();
        int begin = 0;
        while (parts.size() < 3) {
            int end = begin;
            while (end < input.length && input[end] != 0) {
                end++;
            }
            parts.add(Arrays.copyOfRange(input, Math.min(begin, end), end));
            begin = Math.min(end + 1, input.length);
        }
        return parts;
    }

    private static Optional<JsonNode> json(byte[] text) {
        try {
            return Optional.of(Documents.JSON.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (JacksonException none) {
            return Optional.empty();
        }
    }

    private static void taken(
            ResourceSchema schema, fairlead.schema.reference.Documents others, Optional<JsonNode> model) {
        Law.holds(
                ResourceSchema.load(schema.document(), others, schema.profile()) instanceof Loaded.Valid,
                "a schema that is written is taken again");
        Loaded alone =
                ResourceSchema.load(schema.whole(), fairlead.schema.reference.Documents.none(), schema.profile());
        switch (alone) {
            // Documents of any kind can be referred to; what is no resource type schema is none as a part of one.
            case Loaded.Invalid(var findings) ->
                Law.holds(
                        !schema.references().isEmpty()
                                && findings.stream()
                                        .noneMatch(finding -> finding.isError()
                                                && finding.id().startsWith("schema.ref-")),
                        "a schema with what it refers to refers to nothing else: " + findings);
            case Loaded.Valid(var whole, var _) ->
                model.ifPresent(given -> Law.same(
                        whole.validateModel(given),
                        schema.validateModel(given),
                        "a schema with what it refers to says the same of a model"));
        }
        model.ifPresent(given -> validate(schema, given));
    }

    private static void validate(ResourceSchema schema, JsonNode model) {
        List<Finding> found = schema.validateModel(model);
        Law.holds(found.size() <= MOST_FINDINGS, found.size() + " findings");
        Law.same(schema.validateModel(model), found, "the same findings each time");
        schema.validateInput(model);
        Law.holds(schema.equal(model, model), "a model equals itself");
        if (model instanceof ObjectNode object) {
            schema.validateListInput(object);
            schema.validateConfiguration(object);
            PathLaws.require(schema, object);
            if (found.isEmpty()) {
                valid(schema, object);
            }
        }
    }

    private static void valid(ResourceSchema schema, ObjectNode model) {
        Law.holds(Diff.between(schema, model, model.deepCopy()).isEmpty(), "nothing differs from itself");
        Law.same(schema.unmet(model, model), List.of(), "a model is as it asks for");
        ObjectNode visible = schema.withoutWriteOnly(model);
        Law.holds(
                schema.equal(schema.overlay(visible, schema.onlyWriteOnly(model)), model),
                "a model is what is visible of it and what is not");
        schema.identifier(model)
                .ifPresent(joined -> Law.same(
                        schema.identifier(schema.parseIdentifier(joined)).orElse(""),
                        joined,
                        "an identifier that is read and written"));
    }
}
