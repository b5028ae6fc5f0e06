package fairlead.document;

import fairlead.generator.Generated;
import fairlead.generator.Generator;
import fairlead.generator.Size;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.Tagging;
import fairlead.schema.data.Classification;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The reference of a type for people, in Markdown: identifiers, handlers, tags, every property with its limits, every
/// definition, and an example.
public final class Reference {

    private static final long SEED = 7;

    private final ResourceSchema schema;
    private final JsonNode document;
    private final SchemaWalk walk;
    private final Map<String, Set<String>> flags;
    private final Set<String> definitions = new LinkedHashSet<>();
    private final StringBuilder text = new StringBuilder();

    private Reference(ResourceSchema schema, Classification data) {
        this.schema = schema;
        this.document = schema.whole();
        this.walk = new SchemaWalk(document);
        this.flags = new java.util.LinkedHashMap<>();
        flags.put("read-only", walk.declared(schema.readOnly()));
        flags.put("write-only", walk.declared(schema.writeOnly()));
        flags.put("create-only", walk.declared(schema.createOnly()));
        flags.put("create-only under conditions", walk.declared(schema.conditionalCreateOnly()));
        flags.put("deprecated", walk.declared(schema.deprecated()));
        data.said()
                .forEach((path, dataClass) -> flags.computeIfAbsent(
                                "data: " + dataClass.word(), _ -> new LinkedHashSet<>())
                        .addAll(walk.declared(List.of(path))));
    }

    public static String of(ResourceSchema schema) {
        return of(schema, Classification.NONE);
    }

    /// The same, with the classes of the type's data.
    public static String of(ResourceSchema schema, Classification data) {
        Reference reference = new Reference(schema, data);
        reference.head();
        reference.properties();
        reference.definitions();
        reference.configuration();
        reference.example();
        return reference.text.toString();
    }

    // -- the type -------------------------------------------------------------------------------------------------

    private void head() {
        line("# " + schema.typeName());
        line("");
        if (!schema.description().isBlank()) {
            line(Markdown.words(schema.description()));
            line("");
        }
        line("| | |");
        line("|---|---|");
        row("Primary identifier", names(schema.primaryIdentifier()));
        schema.additionalIdentifiers().forEach(other -> row("Also found by", names(other)));
        row("Handlers", handlers());
        row("Tags", tags(schema.tagging()));
        if (document.has("replacementStrategy")) {
            row("Replacement", schema.replacementStrategy().wireName().replace('_', ' '));
        }
        line("");
    }

    private String handlers() {
        String handlers = schema.handlers().stream().map(this::handler).collect(Collectors.joining(", "));
        return handlers.isEmpty() ? "none" : handlers;
    }

    private String handler(HandlerKind kind) {
        long seconds = schema.timeout(kind).toSeconds();
        boolean even = seconds % 60 == 0;
        return kind.wireName() + " (" + (even ? seconds / 60 + " min" : seconds + " s") + ")";
    }

    private static String tags(Tagging tagging) {
        if (tagging.property().isEmpty()) {
            return "none";
        }
        List<String> words = new ArrayList<>();
        words.add("in " + names(List.of(tagging.property().get())));
        words.add(tagging.onCreate() ? "given on creation" : "not on creation");
        words.add(tagging.updatable() ? "can be changed" : "can't be changed");
        return String.join("; ", words);
    }

    private static String names(List<PropertyPath> paths) {
        return paths.stream()
                .map(path -> Markdown.code(String.join(".", path.steps()).replace(".*", "[]")))
                .collect(Collectors.joining(", "));
    }

    // -- properties -----------------------------------------------------------------------------------------------

    private void properties() {
        line("## Properties");
        line("");
        table(document, "");
    }

    private void definitions() {
        Set<String> written = new LinkedHashSet<>();
        while (!written.containsAll(definitions)) {
            for (String pointer : List.copyOf(definitions)) {
                if (written.add(pointer)) {
                    definition(pointer);
                }
            }
        }
    }

    private void definition(String pointer) {
        JsonNode definition = document.at(pointer);
        line("### " + name(pointer));
        line("");
        String description = definition.path("description").asString("");
        if (!description.isBlank()) {
            line(Markdown.words(description));
            line("");
        }
        if (hasMembers(definition)) {
            table(definition, pointer);
        } else {
            line(Words.upper(new Words(this::link).type(definition)) + ".");
            line("");
        }
    }

    private void configuration() {
        JsonNode configuration = document.path("typeConfiguration");
        if (configuration.isObject()) {
            line("## Type configuration");
            line("");
            line(Markdown.words(configuration.path("description").asString("What an operator sets for the type.")));
            line("");
            table(configuration, "/typeConfiguration");
        }
    }

    private static boolean hasMembers(JsonNode schema) {
        return schema.has("properties") || schema.has("patternProperties");
    }

    private void table(JsonNode object, String pointer) {
        line("| Property | Type | Flags | Description |");
        line("|---|---|---|---|");
        rows(object, pointer, "");
        line("");
        String choices = new Words(this::link).choices(object);
        if (!choices.isEmpty()) {
            line(Words.upper(choices) + ".");
            line("");
        }
    }

    private void rows(JsonNode object, String pointer, String prefix) {
        object.path("properties").forEachEntry((name, member) -> {
            String at = pointer + "/properties/" + PointerSteps.escape(name);
            row(member, at, prefix + name, flags(object, name, at));
        });
        object.path("patternProperties").forEachEntry((pattern, member) -> {
            String at = pointer + "/patternProperties/" + PointerSteps.escape(pattern);
            row(member, at, prefix + "{" + pattern + "}", flags(object, pattern, at));
        });
    }

    private void row(JsonNode member, String at, String name, String flags) {
        String description = member.path("description")
                .asString(walk.resolved(member).path("description").asString(""));
        String cell = description.isBlank() ? "-" : Markdown.words(description);
        line("| " + Markdown.code(name) + " | " + new Words(this::link).type(member) + " | " + flags + " | " + cell
                + " |");
        if (hasMembers(member)) {
            rows(member, at, name + ".");
        } else if (hasMembers(member.path("items"))) {
            rows(member.path("items"), at + "/items", name + "[].");
        }
    }

    private String flags(JsonNode object, String name, String at) {
        List<String> words = new ArrayList<>();
        boolean required = object.path("required")
                .valueStream()
                .anyMatch(one -> one.asString("").equals(name));
        if (required) {
            words.add("required");
        }
        flags.forEach((word, pointers) -> {
            if (pointers.contains(at)) {
                words.add(word);
            }
        });
        return words.isEmpty() ? "-" : String.join(", ", words);
    }

    /// A link to the definition that a reference names; empty if it names none.
    private Optional<String> link(JsonNode reference) {
        return SchemaWalk.target(reference)
                .filter(pointer -> document.at(pointer).isObject())
                .map(pointer -> {
                    definitions.add(pointer);
                    return "[" + Markdown.words(name(pointer)) + "](#" + Markdown.anchor(name(pointer)) + ")";
                });
    }

    private static String name(String pointer) {
        String last = pointer.substring(pointer.lastIndexOf('/') + 1);
        return PointerSteps.unescape(last);
    }

    // -- example --------------------------------------------------------------------------------------------------

    private void example() {
        line("## Example");
        line("");
        switch (Generator.of(schema).input(SEED, Size.TYPICAL)) {
            case Generated.Made<ObjectNode>(ObjectNode input) -> {
                line("```json");
                line(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(input));
                line("```");
            }
            case Generated.Impossible<ObjectNode>(String pointer, String reason) ->
                line("No example can be made: at " + Markdown.code(pointer) + ", " + Markdown.words(reason) + ".");
        }
    }

    private void row(String label, String value) {
        line("| " + label + " | " + value + " |");
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
