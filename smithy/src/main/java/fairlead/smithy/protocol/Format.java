package fairlead.smithy.protocol;

import java.time.Instant;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.traits.JsonNameTrait;
import software.amazon.smithy.model.traits.TimestampFormatTrait;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// In what the bodies of the protocols differ, once they are trees.
enum Format {
    /// JSON that knows members by their names in the model.
    JSON,
    /// JSON that heeds `jsonName`.
    NAMED_JSON,
    /// CBOR: bytes are bytes, timestamps have a tag, numbers their width.
    CBOR;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// What a member is called in a body.
    String name(MemberShape member) {
        return this == NAMED_JSON
                ? member.getTrait(JsonNameTrait.class)
                        .map(JsonNameTrait::getValue)
                        .orElseGet(member::getMemberName)
                : member.getMemberName();
    }

    JsonNode timestamp(Instant time, MemberShape member, Model model) {
        if (this == CBOR) {
            return NODES.pojoNode(time);
        }
        TimestampFormatTrait.Format format = timestampFormat(member, model);
        return format == TimestampFormatTrait.Format.EPOCH_SECONDS
                ? NODES.numberNode(Timestamps.seconds(time))
                : NODES.stringNode(Timestamps.text(time, format));
    }

    Instant timestamp(JsonNode node, MemberShape member, Model model) {
        if (node.isPojo()
                && node.<JsonNode>require() instanceof tools.jackson.databind.node.POJONode tagged
                && tagged.getPojo() instanceof Instant time) {
            return time;
        }
        return node.isNumber()
                ? Timestamps.ofSeconds(node.decimalValue())
                : Timestamps.parse(node.asString(), timestampFormat(member, model));
    }

    private static TimestampFormatTrait.Format timestampFormat(MemberShape member, Model model) {
        return member.getMemberTrait(model, TimestampFormatTrait.class)
                .map(TimestampFormatTrait::getFormat)
                .orElse(TimestampFormatTrait.Format.EPOCH_SECONDS);
    }

    JsonNode blob(byte[] bytes) {
        return this == CBOR ? NODES.binaryNode(bytes) : NODES.stringNode(Blobs.base64(bytes));
    }
}
