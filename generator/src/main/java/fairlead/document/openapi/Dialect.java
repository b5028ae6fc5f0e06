package fairlead.document.openapi;

import fairlead.document.SchemaWalk;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.text.PointerSteps;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Translates the schemas of a type from draft-07, as CloudFormation means it, to JSON Schema 2020-12 as OpenAPI
/// 3.1 means it.
///
/// In draft-07 a keyword beside a reference has no effect, in 2020-12 it has; so only annotations are kept there.
/// Lists of `items` become `prefixItems`, `dependencies` become `dependentRequired` and `dependentSchemas`, and
/// the names of CloudFormation's own keywords begin with `x-`. A property that a caller can't set is not
/// required.
final class Dialect {

    private static final Set<String> ANNOTATIONS =
            Set.of("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly");

    private static final Set<String> SAME = Set.of(
            "type",
            "enum",
            "const",
            "title",
            "description",
            "default",
            "examples",
            "format",
            "pattern",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minProperties",
            "maxProperties");

    private static final Set<String> ONE =
            Set.of("additionalProperties", "propertyNames", "contains", "not", "if", "then", "else");
    private static final Set<String> LISTS = Set.of("allOf", "anyOf", "oneOf");
    private static final Set<String> MAPS = Set.of("properties", "patternProperties");
    private static final Set<String> DROPPED = Set.of("$id", "$schema", "definitions", "additionalItems");

    private final ObjectNode document;
    private final String component;
    private final String root;
    private final Set<String> readOnly;
    private final Set<String> writeOnly;
    private final Set<String> secret;
    private final Set<String> deprecated;
    private final Set<String> createOnly;
    private final Set<String> optional;

    /// @param component the name that the components of the type begin with
    /// @param addressed the properties that addresses fill in: they are shown, and not asked for
    /// @param nameable those that addresses fill in if callers don't
    Dialect(ResourceSchema schema, String component, List<PropertyPath> addressed, List<PropertyPath> nameable) {
        this.document = schema.whole();
        this.component = component;
        this.root = component + ".Properties";
        SchemaWalk walk = new SchemaWalk(document);
        this.readOnly = new HashSet<>(walk.declared(schema.readOnly()));
        this.readOnly.addAll(walk.declared(addressed));
        this.writeOnly = walk.declared(schema.writeOnly());
        this.secret = new HashSet<>(writeOnly);
        this.secret.addAll(walk.declared(schema.generated()));
        this.deprecated = walk.declared(schema.deprecated());
        this.createOnly = new HashSet<>(walk.declared(schema.createOnly()));
        this.optional = walk.declared(nameable);
        this.createOnly.addAll(optional);
    }

    /// For a schema that is no resource type's.
    ///
    /// @param component the name of its component
    Dialect(ObjectNode document, String component) {
        this.document = document;
        this.component = component;
        this.root = component;
        this.readOnly = Set.of();
        this.writeOnly = Set.of();
        this.secret = Set.of();
        this.deprecated = Set.of();
        this.createOnly = Set.of();
        this.optional = Set.of();
    }

    /// All of it.
    JsonNode whole() {
        return convert("");
    }

    /// The definitions, by the names of their components. A definition's name has letters and digits only.
    Map<String, JsonNode> definitions() {
        Map<String, JsonNode> definitions = new LinkedHashMap<>();
        document.path("definitions")
                .propertyNames()
                .forEach(name -> definitions.put(component + ".definitions." + name, convert("/definitions/" + name)));
        return definitions;
    }

    /// The schema of the properties of the type: without the keywords that describe the type itself.
    ObjectNode properties() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        for (String keyword :
                List.of("description", "properties", "required", "additionalProperties", "allOf", "anyOf", "oneOf")) {
            if (document.has(keyword)) {
                convert(keyword, document.path(keyword), "", schema);
            }
        }
        return schema;
    }

    /// The names of the top-level properties that a caller is never shown.
    boolean isWriteOnly(String property) {
        return writeOnly.contains("/properties/" + PointerSteps.escape(property));
    }

    /// Whether a caller can give another value to a top-level property that is there.
    boolean isChangeable(String property) {
        String pointer = "/properties/" + PointerSteps.escape(property);
        return !readOnly.contains(pointer) && !createOnly.contains(pointer);
    }

    private JsonNode convert(String pointer) {
        JsonNode schema = document.at(pointer);
        if (!(schema instanceof ObjectNode object)) {
            return schema.isBoolean() ? schema : JsonNodeFactory.instance.objectNode();
        }
        ObjectNode converted = JsonNodeFactory.instance.objectNode();
        if (object.has("$ref")) {
            refer(object, converted);
        } else {
            object.forEachEntry((keyword, value) -> convert(keyword, value, pointer, converted));
        }
        plain(converted);
        mark(readOnly, pointer, "readOnly", converted);
        mark(writeOnly, pointer, "writeOnly", converted);
        mark(deprecated, pointer, "deprecated", converted);
        mark(secret, pointer, "x-ms-secret", converted);
        mutable(pointer, converted);
        return converted;
    }

    /// No text has the character U+0000, which the server can't store.
    private static void plain(ObjectNode schema) {
        boolean free = Stream.of("pattern", "format", "enum", "const").noneMatch(schema::has);
        if (free && schema.path("type").asString("").equals("string")) {
            schema.put("pattern", "^[^\\u0000]*$");
        }
    }

    /// When a value can be given, and whether it is shown, for generators of clients. `readOnly` says all there is to
    /// say of a value that can't be given.
    private void mutable(String pointer, ObjectNode schema) {
        boolean fixed = createOnly.contains(pointer);
        boolean hidden = writeOnly.contains(pointer);
        if (readOnly.contains(pointer) || (!fixed && !hidden)) {
            return;
        }
        ArrayNode when = schema.putArray("x-ms-mutability").add("create");
        if (!fixed) {
            when.add("update");
        }
        if (!hidden) {
            when.add("read");
        }
    }

    private static void mark(Set<String> pointers, String pointer, String annotation, ObjectNode schema) {
        if (pointers.contains(pointer)) {
            schema.put(annotation, true);
        }
    }

    private void refer(ObjectNode schema, ObjectNode converted) {
        Optional<String> pointer = SchemaWalk.target(schema);
        pointer.flatMap(this::component).ifPresent(to -> converted.put("$ref", "#/components/schemas/" + to));
        schema.forEachEntry((keyword, value) -> {
            if (ANNOTATIONS.contains(keyword)) {
                converted.set(keyword, value.deepCopy());
            }
        });
    }

    /// Where a pointer of the document stands among the components, as the rest of a reference.
    private Optional<String> component(String pointer) {
        String encoded = pointer.replace("%", "%25").replace(" ", "%20");
        if (pointer.startsWith("/definitions/")) {
            return Optional.of(component + ".definitions." + encoded.substring("/definitions/".length()));
        }
        boolean own = pointer.startsWith("/properties/");
        return own ? Optional.of(root + encoded) : Optional.empty();
    }

    private void convert(String keyword, JsonNode value, String pointer, ObjectNode converted) {
        String at = pointer + "/" + keyword;
        if (SAME.contains(keyword)) {
            converted.set(keyword, value.deepCopy());
        } else if (ONE.contains(keyword)) {
            converted.set(keyword, convert(at));
        } else if (LISTS.contains(keyword)) {
            list(at, value, converted.putArray(keyword));
        } else if (MAPS.contains(keyword)) {
            ObjectNode map = converted.putObject(keyword);
            value.propertyNames().forEach(name -> map.set(name, convert(at + "/" + PointerSteps.escape(name))));
        } else if (keyword.equals("required")) {
            required(pointer, value, converted);
        } else if (keyword.equals("items")) {
            items(pointer, value, converted);
        } else if (keyword.equals("dependencies")) {
            dependencies(at, value, converted);
        } else if (!DROPPED.contains(keyword)) {
            converted.set("x-" + keyword.replace("$", ""), value.deepCopy());
        }
    }

    private void list(String at, JsonNode value, ArrayNode list) {
        for (int i = 0; i < value.size(); i++) {
            list.add(convert(at + "/" + i));
        }
    }

    private void required(String pointer, JsonNode value, ObjectNode converted) {
        List<String> names = value.valueStream()
                .map(name -> name.asString(""))
                .filter(name -> !isFilledIn(pointer + "/properties/" + PointerSteps.escape(name)))
                .distinct()
                .toList();
        if (!names.isEmpty()) {
            names.forEach(converted.putArray("required")::add);
        }
    }

    private boolean isFilledIn(String pointer) {
        return readOnly.contains(pointer) || optional.contains(pointer);
    }

    private void items(String pointer, JsonNode value, ObjectNode converted) {
        String at = pointer + "/items";
        if (!value.isArray()) {
            converted.set("items", convert(at));
            return;
        }
        list(at, value, converted.putArray("prefixItems"));
        if (document.at(pointer).has("additionalItems")) {
            converted.set("items", convert(pointer + "/additionalItems"));
        }
    }

    private void dependencies(String at, JsonNode value, ObjectNode converted) {
        value.forEachEntry((name, what) -> {
            String keyword = what.isArray() ? "dependentRequired" : "dependentSchemas";
            ObjectNode map = converted.get(keyword) instanceof ObjectNode known ? known : converted.putObject(keyword);
            map.set(name, what.isArray() ? what.deepCopy() : convert(at + "/" + PointerSteps.escape(name)));
        });
    }
}
