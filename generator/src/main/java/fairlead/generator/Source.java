package fairlead.generator;

import java.math.BigDecimal;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// One schema of the document, or one that was made up beside it. Each place of the document has one source, so
/// they are compared by identity.
final class Source {

    private final JsonNode schema;
    private final String pointer;
    private final boolean plain;

    /// @param pointer where it stands; empty text is the whole document
    /// @param plain whether its alternatives have been decided and count no more
    Source(JsonNode schema, String pointer, boolean plain) {
        this.schema = schema;
        this.pointer = pointer;
        this.plain = plain;
    }

    JsonNode schema() {
        return schema;
    }

    String pointer() {
        return pointer;
    }

    boolean plain() {
        return plain;
    }

    Optional<JsonNode> keyword(String name) {
        return schema.optional(name);
    }

    @Override
    public String toString() {
        return pointer;
    }

    /// A whole number that a keyword gives.
    int count(String keyword, int absent) {
        return keyword(keyword)
                .filter(JsonNode::isNumber)
                .map(node -> node.decimalValue()
                        .min(BigDecimal.valueOf(Integer.MAX_VALUE))
                        .max(BigDecimal.ZERO)
                        .intValue())
                .orElse(absent);
    }
}
