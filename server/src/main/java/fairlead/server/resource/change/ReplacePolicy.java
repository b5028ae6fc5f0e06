package fairlead.server.resource.change;

import fairlead.schema.ReplacementStrategy;
import fairlead.schema.ResourceSchema;
import java.util.Locale;
import java.util.Optional;

/// Whether a change may replace the resource, if it can't be made in place.
public enum ReplacePolicy {
    /// It is refused then.
    NEVER,
    /// In the order that the type's schema has.
    AS_DECLARED,
    CREATE_THEN_DELETE,
    DELETE_THEN_CREATE;

    /// What a caller has written: `true`, `false`, or an order as schemas name it.
    public static Optional<ReplacePolicy> parse(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> Optional.of(AS_DECLARED);
            case "false" -> Optional.of(NEVER);
            case "create_then_delete" -> Optional.of(CREATE_THEN_DELETE);
            case "delete_then_create" -> Optional.of(DELETE_THEN_CREATE);
            default -> Optional.empty();
        };
    }

    /// The order; empty if it may not be.
    Optional<ReplacementStrategy> strategy(ResourceSchema schema) {
        return switch (this) {
            case NEVER -> Optional.empty();
            case AS_DECLARED -> Optional.of(schema.replacementStrategy());
            case CREATE_THEN_DELETE -> Optional.of(ReplacementStrategy.CREATE_THEN_DELETE);
            case DELETE_THEN_CREATE -> Optional.of(ReplacementStrategy.DELETE_THEN_CREATE);
        };
    }
}
