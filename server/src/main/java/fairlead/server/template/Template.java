package fairlead.server.template;

import fairlead.server.problem.FailureCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// The Azure Resource Manager template of some resources: a document that asks for them again. Those that stand on
/// nothing else have their names in parameters, so that they can be made a second time under other names.
///
/// Text in brackets is an expression of the template language; text of a resource that looks so is escaped.
public final class Template {

    private static final String SCHEMA =
            "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#";

    private final Map<String, String> parameters = new HashMap<>();
    private final Map<String, ObjectNode> byKey = new LinkedHashMap<>();
    private final Style style;

    /// How names are written.
    ///
    /// @param parameters whether as parameters
    /// @param defaults whether these have the present names as their defaults
    /// @param comments whether each resource tells what it was made from
    public record Style(boolean parameters, boolean defaults, boolean comments) {

        private static final String COMMENTS = "includecomments";
        private static final String DEFAULTS = "includeparameterdefaultvalue";
        private static final Set<String> AS_THEY_ARE =
                Set.of("skipresourcenameparameterization", "skipallparameterization");

        /// The words of the options that there are, in the casing of the protocol.
        public static final List<String> WORDS = List.of(
                "IncludeComments",
                "IncludeParameterDefaultValue",
                "SkipResourceNameParameterization",
                "SkipAllParameterization");

        /// What the options say; a word that is none says nothing.
        public static Style of(String options) {
            Set<String> words = Arrays.stream(options.toLowerCase(Locale.ROOT).split(",", -1))
                    .map(String::strip)
                    .collect(Collectors.toSet());
            boolean asTheyAre = words.stream().anyMatch(AS_THEY_ARE::contains);
            return new Style(!asTheyAre, words.contains(DEFAULTS), words.contains(COMMENTS));
        }
    }

    /// A resource's type and name, in as many parts.
    private record Named(String namespace, List<String> types, List<String> names) {

        static Named of(ObjectNode resource) {
            List<String> type = Arrays.asList(resource.path("type").asString("").split("/", -1));
            List<String> names =
                    Arrays.asList(resource.path("name").asString("").split("/", -1));
            return new Named(type.getFirst(), type.subList(1, type.size()), names);
        }

        /// The first so many of these parts.
        Named first(int parts) {
            return new Named(namespace, types.subList(0, parts), names.subList(0, parts));
        }

        String type() {
            return namespace + "/" + String.join("/", types);
        }

        String key() {
            return (type() + " " + String.join("/", names)).toLowerCase(Locale.ROOT);
        }
    }

    private Template(Style style) {
        this.style = style;
    }

    /// The template.
    ///
    /// @param resources each with its `type`, its whole `name`, and what else the template has of it
    public static ObjectNode of(List<ObjectNode> resources, Style style) {
        Template template = new Template(style);
        resources.forEach(resource -> template.byKey.put(Named.of(resource).key(), resource));
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("$schema", SCHEMA).put("contentVersion", "1.0.0.0");
        ObjectNode parameters = json.putObject("parameters");
        json.putObject("variables");
        ArrayNode all = json.putArray("resources");
        template.byKey.values().forEach(resource -> all.add(template.written(resource, parameters)));
        return json;
    }

    /// The resources of a template that has names as they are, for another template.
    public static List<ObjectNode> resources(JsonNode template) {
        List<ObjectNode> resources = new ArrayList<>();
        for (JsonNode written : template.path("resources")) {
            ObjectNode resource = (ObjectNode) written.deepCopy();
            String name = resource.path("name").asString("");
            boolean escaped = name.startsWith("[[") && isExpression(name);
            resource.put("name", escaped ? name.substring(1) : name).remove("dependsOn");
            resources.add(resource);
        }
        return resources;
    }

    /// Says beside a template what is not in it.
    public static void tellMissing(ObjectNode beside, ArrayNode details) {
        if (!details.isEmpty()) {
            beside.putObject("error")
                    .put("code", FailureCode.EXPORT_TEMPLATE_COMPLETED_WITH_ERRORS.text())
                    .put("message", "The template does not have all that was asked for; see the details.")
                    .set("details", details);
        }
    }

    private ObjectNode written(ObjectNode resource, ObjectNode declared) {
        Named named = Named.of(resource);
        ObjectNode written = resource.deepCopy();
        String top = parameter(named.first(1), declared);
        String below = String.join("/", named.names().subList(1, named.names().size()));
        if (top.isEmpty()) {
            written.set("name", escaped(resource.path("name")));
        } else if (below.isEmpty()) {
            written.put("name", "[" + top + "]");
        } else {
            written.put("name", "[concat(" + top + ", " + quoted("/" + below) + ")]");
        }
        parent(named).ifPresent(parent -> {
            List<String> parts = new ArrayList<>(List.of(quoted(parent.type())));
            parts.add(top.isEmpty() ? quoted(parent.names().getFirst()) : top);
            parent.names().stream().skip(1).map(Template::quoted).forEach(parts::add);
            written.putArray("dependsOn").add("[resourceId(" + String.join(", ", parts) + ")]");
        });
        return written;
    }

    /// The nearest of those it is nested in that is in the template too.
    private Optional<Named> parent(Named named) {
        for (int parts = named.names().size() - 1; parts > 0; parts--) {
            Named above = named.first(parts);
            if (byKey.containsKey(above.key())) {
                return Optional.of(above);
            }
        }
        return Optional.empty();
    }

    /// The expression for a name; empty where names are written as they are.
    private String parameter(Named top, ObjectNode declared) {
        if (!style.parameters()) {
            return "";
        }
        String name = parameters.computeIfAbsent(top.key(), _ -> declare(top, declared));
        return "parameters('" + name + "')";
    }

    private String declare(Named top, ObjectNode declared) {
        String stem = (top.types().getFirst() + "_" + top.names().getFirst()).replaceAll("[^A-Za-z0-9]", "_");
        String name = stem + "_name";
        for (int i = 2; declared.has(name); i++) {
            name = stem + "_" + i + "_name";
        }
        ObjectNode parameter = declared.putObject(name);
        if (style.defaults()) {
            parameter.set("defaultValue", escaped(StringNode.valueOf(top.names().getFirst())));
        }
        parameter.put("type", "String");
        return name;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static boolean isExpression(String text) {
        return text.startsWith("[") && text.endsWith("]");
    }

    /// The value as it stands in a template: text in brackets gets one more in front, and no other text does.
    public static JsonNode escaped(JsonNode value) {
        if (value.isString()) {
            String text = value.stringValue();
            return isExpression(text) ? StringNode.valueOf("[" + text) : value;
        }
        if (value instanceof ArrayNode array) {
            ArrayNode escaped = JsonNodeFactory.instance.arrayNode();
            array.forEach(item -> escaped.add(escaped(item)));
            return escaped;
        }
        if (value instanceof ObjectNode object) {
            ObjectNode escaped = JsonNodeFactory.instance.objectNode();
            object.forEachEntry((name, member) -> escaped.set(name, escaped(member)));
            return escaped;
        }
        return value;
    }
}
