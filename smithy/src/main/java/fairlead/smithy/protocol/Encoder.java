package fairlead.smithy.protocol;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.traits.ClientOptionalTrait;
import software.amazon.smithy.model.traits.DefaultTrait;
import software.amazon.smithy.model.traits.SparseTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes the tree that is sent of a document.
final class Encoder {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Model model;
    private final Format format;

    Encoder(Model model, Format format) {
        this.model = model;
        this.format = format;
    }

    /// Some members of the input. What is not there is left out here, also where it has a default: the service knows
    /// that better.
    ObjectNode input(Collection<MemberShape> members, ObjectNode input) {
        ObjectNode encoded = NODES.objectNode();
        for (MemberShape member : members) {
            JsonNode value = input.path(member.getMemberName());
            if (!value.isMissingNode() && !value.isNull()) {
                encoded.set(format.name(member), value(member, value));
            }
        }
        return encoded;
    }

    /// The value of a member of a structure, a list or a map.
    JsonNode value(MemberShape member, JsonNode value) {
        Shape target = model.expectShape(member.getTarget());
        try {
            return switch (target.getType()) {
                case STRUCTURE -> structure(target, value);
                case UNION -> union(target, value);
                case LIST, SET -> list((ListShape) target, value);
                case MAP -> map((MapShape) target, value);
                case BLOB -> format.blob(Blobs.bytes(value));
                case TIMESTAMP -> format.timestamp(Timestamps.ofDocument(value), member, model);
                case FLOAT -> decimal(value, true);
                case DOUBLE -> decimal(value, false);
                case STRING, ENUM -> NODES.stringNode(text(value));
                default -> value;
            };
        } catch (MalformedAnswer wrong) {
            throw new IllegalArgumentException(member.getId() + ": " + wrong.getMessage(), wrong);
        }
    }

    private static String text(JsonNode value) {
        return value.stringValueOpt()
                .orElseThrow(() -> new IllegalArgumentException("expected a string, found " + value.getNodeType()));
    }

    /// A number of its width; those without a text in JSON as words.
    private JsonNode decimal(JsonNode value, boolean single) {
        boolean word = value.isString() || !Double.isFinite(value.asDouble(0));
        double number = word ? Double.parseDouble(value.asString()) : value.asDouble();
        if (format == Format.CBOR) {
            return single ? NODES.numberNode((float) number) : NODES.numberNode(number);
        }
        return word ? NODES.stringNode(Double.toString(number)) : value;
    }

    private ObjectNode structure(Shape structure, JsonNode value) {
        ObjectNode encoded = NODES.objectNode();
        for (MemberShape member : structure.members()) {
            Optional<JsonNode> given = value.optional(member.getMemberName()).filter(node -> !node.isNull());
            given.or(() -> defaulted(member))
                    .ifPresent(present -> encoded.set(format.name(member), value(member, present)));
        }
        return encoded;
    }

    /// The value of a member that was not given, as documents have it.
    static Optional<JsonNode> defaulted(MemberShape member) {
        return member.hasTrait(ClientOptionalTrait.class)
                ? Optional.empty()
                : member.getTrait(DefaultTrait.class)
                        .map(DefaultTrait::toNode)
                        .filter(node -> !node.isNullNode())
                        .map(Encoder::json);
    }

    static JsonNode json(Node node) {
        return JsonMapper.shared().readTree(Node.printJson(node));
    }

    private ObjectNode union(Shape union, JsonNode value) {
        ObjectNode encoded = NODES.objectNode();
        for (MemberShape member : union.members()) {
            value.optional(member.getMemberName())
                    .filter(node -> !node.isNull())
                    .ifPresent(node -> encoded.set(format.name(member), value(member, node)));
        }
        return encoded;
    }

    private ArrayNode list(ListShape list, JsonNode value) {
        boolean sparse = list.hasTrait(SparseTrait.class);
        ArrayNode encoded = NODES.arrayNode();
        for (JsonNode element : value) {
            if (!element.isNull()) {
                encoded.add(value(list.getMember(), element));
            } else if (sparse) {
                encoded.addNull();
            }
        }
        return encoded;
    }

    private ObjectNode map(MapShape map, JsonNode value) {
        boolean sparse = map.hasTrait(SparseTrait.class);
        ObjectNode encoded = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (!entry.getValue().isNull()) {
                encoded.set(entry.getKey(), value(map.getValue(), entry.getValue()));
            } else if (sparse) {
                encoded.putNull(entry.getKey());
            }
        }
        return encoded;
    }
}
