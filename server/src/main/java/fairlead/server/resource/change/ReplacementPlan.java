package fairlead.server.resource.change;

import fairlead.schema.ReplacementStrategy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// How an update may replace its resource. It is kept with [PriorState].
///
/// @param atOnce whether it is certain already that it can't be changed in place; else the handler is asked first
/// @param identifier of the resource that is to be replaced
public record ReplacementPlan(ReplacementStrategy strategy, boolean atOnce, String identifier) {

    byte[] encode() {
        return new OperationFields.Writer(64 + identifier.length())
                .word(strategy.wireName())
                .number(atOnce ? 1 : 0)
                .text(identifier)
                .written();
    }

    /// Empty for an update that may not.
    public static Optional<ReplacementPlan> decode(byte[] bytes) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        if (isText(bytes)) {
            List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", 3));
            return Optional.of(
                    new ReplacementPlan(strategy(lines.getFirst()), Boolean.parseBoolean(lines.get(1)), lines.get(2)));
        }
        OperationFields.Reader fields = new OperationFields.Reader(bytes);
        return Optional.of(new ReplacementPlan(strategy(fields.word()), fields.number() != 0, fields.text()));
    }

    /// Whether version 0.1 wrote it, as three lines of text: a word begins with its length, whose first byte is 0.
    private static boolean isText(byte[] bytes) {
        return bytes[0] != 0;
    }

    private static ReplacementStrategy strategy(String wireName) {
        return wireName.equals(ReplacementStrategy.DELETE_THEN_CREATE.wireName())
                ? ReplacementStrategy.DELETE_THEN_CREATE
                : ReplacementStrategy.CREATE_THEN_DELETE;
    }
}
