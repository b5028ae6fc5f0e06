package fairlead.modelled;

import fairlead.smithy.convert.PropertyNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.ResourceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.traits.NestedPropertiesTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Takes values from properties to members and back: on each level they have other names.
final class Translation {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Model model;
    private final ResourceShape resource;

    Translation(Model model, ResourceShape resource) {
        this.model = model;
        this.resource = resource;
    }

    /// The input that has these properties, as far as it has members for them.
    ObjectNode input(StructureShape input, ObjectNode properties) {
        ObjectNode members = NODES.objectNode();
        for (MemberShape member : input.members()) {
            if (member.hasTrait(NestedPropertiesTrait.class)) {
                StructureShape inner = model.expectShape(member.getTarget(), StructureShape.class);
                members.set(member.getMemberName(), input(inner, properties));
                continue;
            }
            properties
                    .optional(PropertyNames.of(resource, member))
                    .ifPresent(value -> members.set(member.getMemberName(), members(member, value)));
        }
        return members;
    }

    /// The member of an input that a property is given by; empty if there is none.
    Optional<MemberShape> member(StructureShape input, String property) {
        for (MemberShape member : input.members()) {
            Optional<MemberShape> found = member.hasTrait(NestedPropertiesTrait.class)
                    ? member(model.expectShape(member.getTarget(), StructureShape.class), property)
                    : Optional.of(member)
                            .filter(one -> PropertyNames.of(resource, one).equals(property));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /// The properties in an output: its own members, and those of the structure that it wraps them in.
    ///
    /// @param known whether the resource has a property of that name
    ObjectNode properties(StructureShape output, JsonNode document, Function<String, Boolean> known) {
        ObjectNode properties = NODES.objectNode();
        for (MemberShape member : output.members()) {
            JsonNode value = document.path(member.getMemberName());
            if (value.isMissingNode() || value.isNull()) {
                continue;
            }
            String name = PropertyNames.of(resource, member);
            Optional<StructureShape> inner =
                    model.expectShape(member.getTarget()).asStructureShape();
            if (known.apply(name)) {
                properties.set(name, property(member, value));
            } else if (inner.isPresent()) {
                ObjectNode wrapped = properties(inner.get(), value, known);
                wrapped.properties().forEach(entry -> properties.putIfAbsent(entry.getKey(), entry.getValue()));
            }
        }
        return properties;
    }

    /// The properties in a structure of an output that is called as the resource is, though that is a property itself:
    /// such an output has the resource, and other things beside it.
    ///
    /// @param known whether the resource has a property of that name
    ObjectNode itself(StructureShape output, JsonNode document, Function<String, Boolean> known) {
        List<String> names = Identity.endings(resource);
        return output.members().stream()
                .filter(member -> names.contains(PropertyNames.of(resource, member)))
                .filter(member -> known.apply(PropertyNames.of(resource, member)))
                .flatMap(member -> model.expectShape(member.getTarget()).asStructureShape().stream()
                        .map(inner -> properties(inner, document.path(member.getMemberName()), known)))
                .findFirst()
                .orElseGet(NODES::objectNode);
    }

    private JsonNode members(MemberShape member, JsonNode value) {
        return renamed(member, value, true);
    }

    /// A value as a property has it.
    JsonNode property(MemberShape member, JsonNode value) {
        return renamed(member, value, false);
    }

    private JsonNode renamed(MemberShape member, JsonNode value, boolean toMembers) {
        Shape target = model.expectShape(member.getTarget());
        return switch (target.getType()) {
            case STRUCTURE, UNION -> value.isObject() ? object(target, value, toMembers) : value;
            case LIST, SET -> {
                ArrayNode list = NODES.arrayNode();
                value.forEach(element -> list.add(renamed(((ListShape) target).getMember(), element, toMembers)));
                yield value.isArray() ? list : value;
            }
            case MAP -> {
                ObjectNode map = NODES.objectNode();
                for (Map.Entry<String, JsonNode> entry : value.properties()) {
                    map.set(entry.getKey(), renamed(((MapShape) target).getValue(), entry.getValue(), toMembers));
                }
                yield value.isObject() ? map : value;
            }
            default -> value;
        };
    }

    private ObjectNode object(Shape shape, JsonNode value, boolean toMembers) {
        ObjectNode renamed = NODES.objectNode();
        for (MemberShape member : shape.members()) {
            String property = PropertyNames.of(member);
            String from = toMembers ? property : member.getMemberName();
            String to = toMembers ? member.getMemberName() : property;
            value.optional(from)
                    .filter(inner -> !inner.isNull())
                    .ifPresent(inner -> renamed.set(to, renamed(member, inner, toMembers)));
        }
        return renamed;
    }
}
