package fairlead.simulation.azure;

import static fairlead.simulation.azure.TypeDefinitions.ANY;
import static fairlead.simulation.azure.TypeDefinitions.ARRAY;
import static fairlead.simulation.azure.TypeDefinitions.BOOLEAN;
import static fairlead.simulation.azure.TypeDefinitions.INTEGER;
import static fairlead.simulation.azure.TypeDefinitions.STRING;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Writes elements as schemas. Each object with members becomes a definition, so that one may hold itself;
/// all are open, and what a schema can't name is let through.
final class SchemaParts {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int LONGEST_NAME = 56;
    private static final String UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$";

    /// What an identity has that Azure makes.
    private static final Set<String> OF_IDENTITY = Set.of("principalId", "tenantId", "clientId");

    private final TypeDefinitions source;
    private final ObjectNode definitions = NODES.objectNode();
    private final Map<List<Integer>, String> names = new HashMap<>();
    private final Set<String> notes = new LinkedHashSet<>();

    SchemaParts(TypeDefinitions source) {
        this.source = source;
    }

    /// What the schemas refer to.
    ObjectNode definitions() {
        return definitions;
    }

    /// What could not be said.
    Set<String> notes() {
        return notes;
    }

    /// What callers give: one of the types.
    ObjectNode given(List<Integer> types) {
        if (types.stream().allMatch(source::isText)) {
            return text(types);
        }
        if (types.stream().allMatch(source::isObject)) {
            return NODES.objectNode().put("$ref", "#/definitions/" + definition(types));
        }
        return types.size() == 1 ? one(types.getFirst()) : NODES.objectNode();
    }

    private ObjectNode one(int type) {
        JsonNode element = source.at(type);
        ObjectNode schema = NODES.objectNode();
        switch (source.kind(type)) {
            case BOOLEAN -> schema.put("type", "boolean");
            case INTEGER -> {
                schema.put("type", "integer");
                copy(element, "minValue", schema, "minimum");
                copy(element, "maxValue", schema, "maximum");
            }
            case ARRAY -> {
                schema.put("type", "array");
                copy(element, "minLength", schema, "minItems");
                copy(element, "maxLength", schema, "maxItems");
                schema.set("items", given(List.of(source.target(element.path("itemType")))));
            }
            case ANY -> schema.removeAll();
            default -> {
                if (source.isMap(type)) {
                    schema.put("type", "object")
                            .putObject("patternProperties")
                            .set("", given(List.of(source.target(element.path("additionalProperties")))));
                } else if (source.kind(type).equals(TypeDefinitions.OBJECT)) {
                    schema.put("type", "object");
                }
            }
        }
        return schema;
    }

    private static void copy(JsonNode element, String from, ObjectNode schema, String to) {
        if (element.path(from).isNumber()) {
            schema.set(to, element.path(from));
        }
    }

    private ObjectNode text(List<Integer> types) {
        ObjectNode schema = NODES.objectNode().put("type", "string");
        if (types.stream().allMatch(source::isClosed)) {
            words(types, schema);
        } else if (types.size() == 1 && source.kind(types.getFirst()).equals(STRING)) {
            JsonNode element = source.at(types.getFirst());
            copy(element, "minLength", schema, "minLength");
            copy(element, "maxLength", schema, "maxLength");
            String pattern = element.path("pattern").asString("");
            if (!pattern.isEmpty() && isPattern(pattern)) {
                schema.put("pattern", pattern);
            }
        }
        return schema;
    }

    private boolean isPattern(String pattern) {
        try {
            Pattern.compile(pattern);
            return true;
        } catch (PatternSyntaxException wrong) {
            notes.add("the pattern '" + pattern + "' is left out: " + wrong.getDescription());
            return false;
        }
    }

    private String definition(List<Integer> types) {
        String known = names.get(types);
        if (known != null) {
            return known;
        }
        String name = free(types);
        names.put(types, name);
        ObjectNode schema = definitions.putObject(name);
        List<Member> members = Member.of(source, types);
        schema.put("type", "object");
        ObjectNode properties = NODES.objectNode();
        List<String> required = new ArrayList<>();
        boolean identity =
                members.stream().anyMatch(member -> member.name().equals("principalId") && member.readOnly());
        for (Member member : members) {
            if (!member.isNameable()) {
                continue;
            }
            ObjectNode property = member.readOnly() ? shown(member.types()) : given(member.types());
            if (identity && member.readOnly() && OF_IDENTITY.contains(member.name())) {
                property.put("pattern", UUID);
                required.add(member.name());
            }
            properties.set(member.name(), property);
            if (member.required()) {
                required.add(member.name());
            }
        }
        if (!properties.isEmpty()) {
            schema.set("properties", properties);
        }
        if (!required.isEmpty()) {
            ArrayNode list = schema.putArray("required");
            required.forEach(list::add);
        }
        return name;
    }

    private String free(List<Integer> types) {
        String name = source.at(types.getFirst()).path("name").asString("").replaceAll("[^A-Za-z0-9]", "");
        String base = name.isEmpty() ? "Part" : name.substring(0, Math.min(name.length(), LONGEST_NAME));
        String free = base;
        for (int i = 2; definitions.has(free); i++) {
            free = base + i;
        }
        return free;
    }

    /// What Azure makes, in outline: only what it is known to be is a value of it, and of an object only the plain
    /// members are named.
    ObjectNode shown(List<Integer> types) {
        return outline(types, true);
    }

    /// What goes into an action, in outline.
    ObjectNode input(int type) {
        return outline(List.of(type), false);
    }

    private ObjectNode outline(List<Integer> types, boolean known) {
        ObjectNode schema = plain(types, known);
        if (types.stream().allMatch(source::isObject)) {
            schema.put("type", "object");
            ObjectNode properties = NODES.objectNode();
            Member.of(source, types).stream()
                    .filter(Member::isNameable)
                    .forEach(member -> properties.set(member.name(), plain(member.types(), known)));
            if (!properties.isEmpty()) {
                schema.set("properties", properties);
            }
        }
        return schema;
    }

    /// @param known whether only the known texts of an open list are values
    private ObjectNode plain(List<Integer> types, boolean known) {
        ObjectNode schema = NODES.objectNode();
        if (types.stream().allMatch(source::isText)) {
            schema.put("type", "string");
            if (known || types.stream().allMatch(source::isClosed)) {
                words(types, schema);
            }
            return schema;
        }
        if (types.stream().allMatch(type -> source.kind(type).equals(ARRAY))) {
            return schema.put("type", "array");
        }
        if (types.stream()
                .allMatch(type -> source.isObject(type) || source.kind(type).equals(TypeDefinitions.OBJECT))) {
            return schema.put("type", "object");
        }
        return types.size() == 1
                ? switch (source.kind(types.getFirst())) {
                    case BOOLEAN -> schema.put("type", "boolean");
                    case INTEGER -> schema.put("type", "integer");
                    default -> schema;
                }
                : schema;
    }

    private void words(List<Integer> types, ObjectNode schema) {
        List<String> words = types.stream()
                .flatMap(type -> source.literals(type).stream())
                .distinct()
                .toList();
        if (!words.isEmpty()) {
            words.forEach(schema.putArray("enum")::add);
        }
    }
}
