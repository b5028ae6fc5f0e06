package fairlead.smithy.convert;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.smithy.aws.cloudformation.traits.CfnExcludePropertyTrait;
import software.amazon.smithy.aws.traits.ArnReferenceTrait;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.traits.DocumentationTrait;
import software.amazon.smithy.model.traits.LengthTrait;
import software.amazon.smithy.model.traits.PatternTrait;
import software.amazon.smithy.model.traits.RangeTrait;
import software.amazon.smithy.model.traits.UniqueItemsTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Types of values: Smithy shapes as JSON Schema, structures, unions and maps as definitions.
///
/// Defaults are not taken over: models carry a default of zero for every number that was once primitive, and it
/// can't be told from one that is meant.
final class Shapes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Model model;
    private final Map<ShapeId, String> names = new HashMap<>();
    private final Map<String, ObjectNode> definitions = new TreeMap<>();

    Shapes(Model model) {
        this.model = model;
    }

    /// What was referred to so far, by name.
    ObjectNode definitions() {
        ObjectNode all = JSON.objectNode();
        definitions.forEach(all::set);
        return all;
    }

    /// The schema of a member or of a shape by itself. What the member says of itself counts before what its target
    /// says.
    ObjectNode schema(Shape shape) {
        Shape target = shape.asMemberShape()
                .map(member -> model.expectShape(member.getTarget()))
                .orElse(shape);
        if (isDefined(target)) {
            return reference(target);
        }
        ObjectNode schema = simple(target);
        constrain(schema, target);
        if (!shape.equals(target)) {
            constrain(schema, shape);
        }
        documentation(shape).ifPresent(text -> schema.put("description", text));
        relationship(shape).or(() -> relationship(target)).ifPresent(ref -> schema.set("relationshipRef", ref));
        return schema;
    }

    private static boolean isDefined(Shape target) {
        return switch (target.getType()) {
            case STRUCTURE, UNION, MAP, ENUM, INT_ENUM -> true;
            default -> false;
        };
    }

    private ObjectNode reference(Shape target) {
        return JSON.objectNode().put("$ref", "#/definitions/" + define(target));
    }

    private String define(Shape target) {
        String known = names.get(target.getId());
        if (known != null) {
            return known;
        }
        String name = free(Naming.plain(target.getId().getName()));
        names.put(target.getId(), name);
        definitions.put(name, JSON.objectNode());
        definitions.put(name, definition(target));
        return name;
    }

    /// Shapes of two namespaces may have one name.
    private String free(String wanted) {
        String name = wanted;
        for (int i = 2; definitions.containsKey(name); i++) {
            name = wanted + i;
        }
        return name;
    }

    private ObjectNode definition(Shape shape) {
        ObjectNode definition = JSON.objectNode();
        switch (shape.getType()) {
            case UNION -> {
                ArrayNode options = definition.putArray("oneOf");
                members(shape).forEach(member -> options.add(option(member)));
            }
            case ENUM, INT_ENUM -> enumeration(definition, shape);
            case MAP -> map(definition, (MapShape) shape);
            default -> structure(definition, shape);
        }
        documentation(shape).ifPresent(text -> definition.put("description", text));
        return definition;
    }

    private static void enumeration(ObjectNode definition, Shape shape) {
        definition.put("type", shape.isEnumShape() ? "string" : "integer");
        ArrayNode allowed = definition.putArray("enum");
        shape.asEnumShape().ifPresent(texts -> texts.getEnumValues().values().forEach(allowed::add));
        shape.asIntEnumShape()
                .ifPresent(numbers -> numbers.getEnumValues().values().forEach(allowed::add));
    }

    private void map(ObjectNode definition, MapShape map) {
        Shape key = model.expectShape(map.getKey().getTarget());
        String pattern = map.getKey()
                .getMemberTrait(model, PatternTrait.class)
                .map(PatternTrait::getValue)
                .or(() -> key.asEnumShape()
                        .map(words -> words.getEnumValues().values().stream()
                                .map(Pattern::quote)
                                .collect(Collectors.joining("|", "^(", ")$"))))
                .orElse(".+");
        definition.put("type", "object");
        definition.putObject("patternProperties").set(pattern, schema(map.getValue()));
        definition.put("additionalProperties", false);
    }

    private void structure(ObjectNode definition, Shape shape) {
        definition.put("type", "object");
        ObjectNode properties = JSON.objectNode();
        ArrayNode required = JSON.arrayNode();
        for (MemberShape member : members(shape)) {
            properties.set(Naming.property(member), schema(member));
            if (member.isRequired()) {
                required.add(Naming.property(member));
            }
        }
        if (!properties.isEmpty()) {
            definition.set("properties", properties);
        }
        if (!required.isEmpty()) {
            definition.set("required", required);
        }
        definition.put("additionalProperties", false);
    }

    private static List<MemberShape> members(Shape shape) {
        return shape.members().stream()
                .filter(member -> !member.hasTrait(CfnExcludePropertyTrait.class))
                .toList();
    }

    private ObjectNode option(MemberShape member) {
        String name = Naming.property(member);
        ObjectNode option = JSON.objectNode().put("type", "object").put("title", name);
        option.putObject("properties").set(name, schema(member));
        option.putArray("required").add(name);
        return option.put("additionalProperties", false);
    }

    private ObjectNode simple(Shape target) {
        ObjectNode schema = JSON.objectNode();
        switch (target.getType()) {
            case BOOLEAN -> schema.put("type", "boolean");
            case BYTE, SHORT, INTEGER, LONG, BIG_INTEGER -> schema.put("type", "integer");
            case FLOAT, DOUBLE, BIG_DECIMAL -> schema.put("type", "number");
            case TIMESTAMP -> schema.put("type", "string").put("format", "date-time");
            case LIST, SET -> {
                schema.put("type", "array");
                schema.set("items", schema(((ListShape) target).getMember()));
            }
            case DOCUMENT -> {
                ArrayNode types = schema.putArray("type");
                List.of("object", "array", "string", "number", "boolean").forEach(types::add);
            }
            default -> schema.put("type", "string");
        }
        return schema;
    }

    private void constrain(ObjectNode schema, Shape shape) {
        String type = schema.path("type").asString("");
        shape.getTrait(LengthTrait.class).ifPresent(length -> {
            String what = type.equals("array") ? "Items" : "Length";
            length.getMin().ifPresent(least -> schema.put("min" + what, least));
            length.getMax().ifPresent(most -> schema.put("max" + what, most));
        });
        shape.getTrait(RangeTrait.class).ifPresent(range -> {
            range.getMin().ifPresent(least -> schema.set("minimum", number(least)));
            range.getMax().ifPresent(most -> schema.set("maximum", number(most)));
        });
        shape.getTrait(PatternTrait.class).ifPresent(pattern -> schema.put("pattern", pattern.getValue()));
        if (shape.hasTrait(UniqueItemsTrait.class)) {
            schema.put("uniqueItems", true).put("insertionOrder", false);
        }
    }

    private static JsonNode number(BigDecimal number) {
        boolean whole = number.stripTrailingZeros().scale() <= 0;
        return whole ? JSON.numberNode(number.toBigInteger()) : JSON.numberNode(number);
    }

    /// "The AWS CloudFormation resource type contained in the ARN."
    private static Optional<ObjectNode> relationship(Shape shape) {
        return shape.getTrait(ArnReferenceTrait.class)
                .flatMap(ArnReferenceTrait::getType)
                .map(type -> JSON.objectNode().put("typeName", type).put("propertyPath", "/properties/Arn"));
    }

    private static Optional<String> documentation(Shape shape) {
        return shape.getTrait(DocumentationTrait.class)
                .map(DocumentationTrait::getValue)
                .map(Shapes::text);
    }

    /// Models hold HTML.
    static String text(String documentation) {
        return documentation
                .replaceAll("<[^>]{0,200}>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
