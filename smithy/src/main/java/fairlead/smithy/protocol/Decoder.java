package fairlead.smithy.protocol;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.traits.SparseTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes a document of the tree that came.
///
/// What a service left out has its default. What it left out though the model requires it stays away, unless values
/// are made up for it ("error correction"): a control plane had rather know that something is missing. [Misfits]
/// decides what stands for a member that is not what the model says.
final class Decoder {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Model model;
    private final Format format;
    private final Misfits misfits;

    Decoder(Model model, Format format, Misfits misfits) {
        this.model = model;
        this.format = format;
        this.misfits = misfits;
    }

    /// Adds these members of a structure.
    void members(Collection<MemberShape> members, JsonNode from, ObjectNode to) {
        if (!from.isObject()) {
            throw new MalformedAnswer("expected an object, found " + from.getNodeType());
        }
        for (MemberShape member : members) {
            Optional<JsonNode> found = from.optional(format.name(member)).filter(node -> !node.isNull());
            if (found.isPresent()) {
                misfits.unless(member, () -> value(member, found.get()))
                        .ifPresent(value -> to.set(member.getMemberName(), value));
            } else {
                missing(member).ifPresent(value -> to.set(member.getMemberName(), value));
            }
        }
    }

    /// What a member is that did not come.
    Optional<JsonNode> missing(MemberShape member) {
        Shape target = model.expectShape(member.getTarget());
        return Encoder.defaulted(member)
                .map(value -> target.isTimestampShape() ? Timestamps.asDocument(Timestamps.ofDocument(value)) : value)
                .or(() -> misfits.corrects() && member.isRequired() ? invented(target) : Optional.empty());
    }

    private static Optional<JsonNode> invented(Shape target) {
        return switch (target.getType()) {
            case BOOLEAN -> Optional.of(NODES.booleanNode(false));
            case BYTE, SHORT, INTEGER, INT_ENUM, LONG, FLOAT, DOUBLE, BIG_INTEGER, BIG_DECIMAL ->
                Optional.of(NODES.numberNode(0));
            case STRING, ENUM, BLOB -> Optional.of(NODES.stringNode(""));
            case TIMESTAMP -> Optional.of(Timestamps.asDocument(java.time.Instant.EPOCH));
            case LIST, SET -> Optional.of(NODES.arrayNode());
            case MAP, STRUCTURE -> Optional.of(NODES.objectNode());
            default -> Optional.empty();
        };
    }

    JsonNode value(MemberShape member, JsonNode value) {
        Shape target = model.expectShape(member.getTarget());
        return switch (target.getType()) {
            case STRUCTURE -> structure(target, value);
            case UNION -> union(target, value);
            case LIST, SET -> list((ListShape) target, value);
            case MAP -> map((MapShape) target, value);
            case BLOB -> NODES.stringNode(Blobs.base64(Blobs.bytes(value)));
            case TIMESTAMP -> Timestamps.asDocument(format.timestamp(value, member, model));
            case FLOAT, DOUBLE -> decimal(member, value);
            case BYTE, SHORT, INTEGER, INT_ENUM, LONG, BIG_INTEGER -> whole(member, value);
            case BIG_DECIMAL -> of(member, value, value.isNumber(), "a number");
            case BOOLEAN -> of(member, value, value.isBoolean(), "true or false");
            case STRING, ENUM -> of(member, value, value.isString(), "a string");
            default -> value;
        };
    }

    private static JsonNode of(MemberShape member, JsonNode value, boolean right, String expected) {
        if (!right) {
            throw new MalformedAnswer(member.getId() + ": expected " + expected + ", found " + value.getNodeType());
        }
        return value;
    }

    private static JsonNode whole(MemberShape member, JsonNode value) {
        boolean whole = value.isIntegralNumber()
                || (value.isNumber()
                        && value.decimalValue().stripTrailingZeros().scale() <= 0);
        of(member, value, whole, "a whole number");
        return value.isIntegralNumber()
                ? value
                : NODES.numberNode(value.decimalValue().toBigInteger());
    }

    private static JsonNode decimal(MemberShape member, JsonNode value) {
        if (value.isString()) {
            return switch (value.asString()) {
                case "NaN", "Infinity", "-Infinity" -> value;
                default -> throw new MalformedAnswer(member.getId() + ": expected a number, found a string");
            };
        }
        of(member, value, value.isNumber(), "a number");
        double number = value.asDouble();
        return Double.isFinite(number) ? NODES.numberNode(exact(value)) : NODES.stringNode(Double.toString(number));
    }

    /// As it was written: a float has fewer digits than the double that it is read as.
    private static BigDecimal exact(JsonNode value) {
        return value.isFloat() ? new BigDecimal(Float.toString(value.floatValue())) : value.decimalValue();
    }

    private ObjectNode structure(Shape structure, JsonNode value) {
        ObjectNode decoded = NODES.objectNode();
        members(structure.members(), value, decoded);
        return decoded;
    }

    /// The one member that is set; what no model knows yet is left out.
    private ObjectNode union(Shape union, JsonNode value) {
        if (!value.isObject()) {
            throw new MalformedAnswer(union.getId() + ": expected an object, found " + value.getNodeType());
        }
        ObjectNode decoded = NODES.objectNode();
        for (MemberShape member : union.members()) {
            value.optional(format.name(member))
                    .filter(node -> !node.isNull())
                    .ifPresent(node -> decoded.set(member.getMemberName(), value(member, node)));
        }
        if (decoded.size() > 1) {
            throw new MalformedAnswer(union.getId() + ": expected one member, found " + decoded.propertyNames());
        }
        return decoded;
    }

    private ArrayNode list(ListShape list, JsonNode value) {
        of(list.getMember(), value, value.isArray(), "an array");
        boolean sparse = list.hasTrait(SparseTrait.class);
        ArrayNode decoded = NODES.arrayNode();
        for (JsonNode element : value) {
            if (!element.isNull()) {
                decoded.add(value(list.getMember(), element));
            } else if (sparse) {
                decoded.addNull();
            }
        }
        return decoded;
    }

    private ObjectNode map(MapShape map, JsonNode value) {
        of(map.getValue(), value, value.isObject(), "an object");
        boolean sparse = map.hasTrait(SparseTrait.class);
        ObjectNode decoded = NODES.objectNode();
        for (Map.Entry<String, JsonNode> entry : value.properties()) {
            if (!entry.getValue().isNull()) {
                decoded.set(entry.getKey(), value(map.getValue(), entry.getValue()));
            } else if (sparse) {
                decoded.putNull(entry.getKey());
            }
        }
        return decoded;
    }
}
