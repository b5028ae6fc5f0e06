package fairlead.armtemplate;

import fairlead.armtemplate.definition.DeclarationCheck;
import fairlead.armtemplate.definition.Declarations;
import fairlead.armtemplate.definition.Problem;
import fairlead.armtemplate.expression.ParseException;
import fairlead.armtemplate.expression.Parser;
import fairlead.armtemplate.function.Values;
import fairlead.armtemplate.limit.Limits;
import fairlead.armtemplate.source.SourceText;
import fairlead.schema.text.PointerSteps;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Checks what can be checked of a template without any values: its sections, its declarations, and that
/// expressions are such.
final class Structure {

    private static final Map<String, String> SECTIONS = Map.ofEntries(
            Map.entry("$schema", "string"),
            Map.entry("contentversion", "string"),
            Map.entry("apiprofile", "string"),
            Map.entry("languageversion", "string"),
            Map.entry("metadata", "object"),
            Map.entry("parameters", "object"),
            Map.entry("variables", "object"),
            Map.entry("functions", "array"),
            Map.entry("definitions", "object"),
            Map.entry("resources", "resources"),
            Map.entry("outputs", "object"),
            Map.entry("asserts", "object"));
    private static final Set<String> EXTENSIONS = Set.of("extensions", "imports");
    private static final Set<String> OF_A_PARAMETER = Set.of("defaultvalue", "metadata");
    private static final Set<String> OF_AN_OUTPUT = Set.of("value", "condition", "copy", "metadata");
    private static final String SYNTAX = "Please see https://aka.ms/arm-syntax for usage details.";

    private final SourceText source;
    private final JsonNode root;
    private final Limits limits;
    private final Faults faults;
    private boolean second;

    Structure(SourceText source, Limits limits, List<Fault> all) {
        this.source = source;
        this.root = source.root();
        this.limits = limits;
        this.faults = new Faults(source, all);
    }

    /// @return whether the template has the second version of the language
    boolean check() {
        if (!root.isObject()) {
            faults.add("", "The template is expected to be an object, found '" + Values.kind(root) + "'.");
            return false;
        }
        if (Values.size(root, limits.characters()) > limits.characters()) {
            faults.add("RequestContentTooLarge", "", "The template is larger than '" + limits.characters() + "'.");
            return false;
        }
        root.properties().forEach(section -> section(section.getKey(), section.getValue()));
        for (String needed : List.of("$schema", "contentVersion", "resources")) {
            if (Values.member(root, needed).isEmpty()) {
                faults.add(
                        "",
                        "Required property '" + needed + "' not found in JSON. Path '" + path("") + "', line "
                                + source.at("").line() + ", position "
                                + source.at("").column() + ".");
            }
        }
        language();
        declarations();
        expressions();
        return second;
    }

    private String path(String pointer) {
        return new Fault("", "", source.pointer() + pointer, source.at(pointer)).path();
    }

    private void section(String name, JsonNode value) {
        String pointer = "/" + PointerSteps.escape(name);
        String lower = name.toLowerCase(Locale.ROOT);
        if (EXTENSIONS.contains(lower)) {
            faults.add(pointer, "The section '" + name + "' is not supported: this server has no template extensions.");
            return;
        }
        String expected = SECTIONS.get(lower);
        if (expected == null) {
            faults.add(
                    pointer,
                    "Could not find member '" + name + "' on object of type 'Template'. Path '"
                            + path(pointer) + "', line " + source.at(pointer).line() + ", position "
                            + source.at(pointer).column() + ".");
            return;
        }
        boolean fits = switch (expected) {
            case "string" -> value.isString();
            case "array" -> value.isArray();
            case "resources" -> value.isArray() || value.isObject();
            default -> value.isObject() || value.isNull();
        };
        if (!fits) {
            faults.add(
                    pointer,
                    "The section '" + name + "' is expected to be of type '"
                            + (expected.equals("resources") ? "array" : expected) + "', found '" + Values.kind(value)
                            + "'. "
                            + SYNTAX);
        }
    }

    private void language() {
        Optional<String> version = text("languageVersion");
        second = version.map(text -> text.startsWith("2.")).orElse(false);
        boolean known = version.map(
                        text -> text.matches("1\\.0|1\\.9-experimental|1\\.10-experimental|2\\.0|2\\.1-experimental"))
                .orElse(true);
        if (!known) {
            faults.add(
                    "/languageVersion",
                    "The language version '" + version.orElse("")
                            + "' is not supported. The supported versions are '1.0, 2.0'.");
        }
        boolean symbols =
                Values.member(root, "resources").map(JsonNode::isObject).orElse(false);
        if (symbols && !second) {
            faults.add(
                    "/resources",
                    "Resources by symbolic names are available in templates with the language version '2.0'"
                            + " only.");
        }
        text("contentVersion").ifPresent(content -> {
            if (!content.matches("[0-9]{1,9}(\\.[0-9]{1,9}){3}")) {
                faults.add(
                        "/contentVersion",
                        "The content version '" + content
                                + "' is not valid. It is expected to be four numbers such as '1.0.0.0'. " + SYNTAX);
            }
        });
        text("$schema").ifPresent(schema -> {
            if (Compilation.schemaName(schema).isEmpty()) {
                faults.add(
                        "/$schema",
                        "The schema '" + schema + "' is not the schema of a deployment template. " + SYNTAX);
            }
        });
    }

    private Optional<String> text(String section) {
        return Values.member(root, section).filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    private JsonNode object(String section) {
        return Values.member(root, section).filter(JsonNode::isObject).orElse(JsonNodeFactory.instance.objectNode());
    }

    private void declarations() {
        count("parameters", limits.parameters());
        count("variables", limits.variables());
        count("outputs", limits.outputs());
        if (!second && Values.member(root, "definitions").isPresent()) {
            faults.add("/definitions", "Definitions are available in templates with the language version '2.0' only.");
        }
        Declarations declarations = new Declarations(object("definitions"));
        declared(declarations, "definitions", Set.of());
        declared(declarations, "parameters", OF_A_PARAMETER);
        declared(declarations, "outputs", OF_AN_OUTPUT);
        List.of("parameters", "outputs", "definitions").forEach(this::namesOnce);
        object("outputs").properties().forEach(output -> output(output.getKey(), output.getValue()));
    }

    private void namesOnce(String section) {
        Set<String> seen = new HashSet<>();
        object(section).propertyNames().forEach(name -> {
            if (!seen.add(name.toLowerCase(Locale.ROOT))) {
                String pointer = "/" + Values.name(root, section).orElse(section) + "/" + PointerSteps.escape(name);
                faults.add(
                        pointer,
                        "The template " + section + " define '" + name
                                + "' multiple times: names differ in more than their case. " + SYNTAX);
            }
        });
    }

    private void count(String section, int most) {
        if (object(section).size() > most) {
            faults.add(
                    "/" + section,
                    "The number of template " + section + " limit exceeded. Limit: '" + most + "' and actual: '"
                            + object(section).size() + "'. " + SYNTAX);
        }
    }

    private void declared(Declarations declarations, String section, Set<String> besides) {
        object(section).properties().forEach(member -> {
            String pointer =
                    "/" + Values.name(root, section).orElse(section) + "/" + PointerSteps.escape(member.getKey());
            for (Problem problem : DeclarationCheck.problems(declarations, second, member.getValue(), besides)) {
                faults.add(
                        pointer + problem.path(),
                        "The template "
                                + section.substring(0, section.length() - 1) + " '" + member.getKey() + "' "
                                + faults.at(pointer + problem.path()) + " is not valid. " + problem.text() + " "
                                + SYNTAX);
            }
        });
    }

    private void output(String name, JsonNode output) {
        boolean value = Values.member(output, "value").isPresent();
        boolean copy = Values.member(output, "copy").isPresent();
        if (output.isObject() && value == copy) {
            String pointer = "/" + Values.name(root, "outputs").orElse("outputs") + "/" + PointerSteps.escape(name);
            faults.add(
                    pointer,
                    "The template output '" + name + "' " + faults.at(pointer)
                            + " is not valid. It is expected to have either the property 'value' or the property"
                            + " 'copy'. "
                            + SYNTAX);
        }
    }

    private void expressions() {
        for (Map.Entry<String, JsonNode> section : root.properties()) {
            String name = section.getKey().toLowerCase(Locale.ROOT);
            if (!name.equals("metadata") && !name.equals("definitions") && !name.startsWith("$")) {
                syntax(section.getValue(), "/" + PointerSteps.escape(section.getKey()));
            }
        }
    }

    private void syntax(JsonNode value, String pointer) {
        if (value.isString() && Parser.isExpression(value.stringValue())) {
            try {
                Parser.parse(value.stringValue());
            } catch (ParseException e) {
                faults.add(pointer, e.getMessage() + " Please see https://aka.ms/arm-functions for usage details.");
            }
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                syntax(value.get(i), pointer + "/" + i);
            }
        } else if (value.isObject()) {
            value.properties().forEach(member -> {
                if (!member.getKey().equalsIgnoreCase("metadata")) {
                    syntax(member.getValue(), pointer + "/" + PointerSteps.escape(member.getKey()));
                }
            });
        }
    }
}
