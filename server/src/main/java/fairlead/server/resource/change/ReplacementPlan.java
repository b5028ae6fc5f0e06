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
        String text = strategy.wireName() + "\n" + atOnce + "\n" + identifier;
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// Empty for an update that may not.
    public static Optional<ReplacementPlan> decode(byte[] bytes) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        List<String> parts = List.of(new String(bytes, StandardCharsets.UTF_8).split("\n", 3));
        ReplacementStrategy strategy = parts.getFirst().equals(ReplacementStrategy.DELETE_THEN_CREATE.wireName())
                ? ReplacementStrategy.DELETE_THEN_CREATE
                : ReplacementStrategy.CREATE_THEN_DELETE;
        return Optional.of(new ReplacementPlan(strategy, Boolean.parseBoolean(parts.get(1)), parts.get(2)));
    }
}
