package fairlead.server.operation;

import java.util.Optional;
import java.util.UUID;

/// The random id of an operation. It is also the idempotency token that every handler call of the operation
/// carries.
public record OperationId(UUID value) {

    /// The id in the text; empty if it is no UUID, so that no operation can have it. Java reads UUIDs whose parts have
    /// other lengths as well, so that two texts would be one.
    public static Optional<OperationId> parse(String text) {
        try {
            UUID uuid = UUID.fromString(text);
            return uuid.toString().equalsIgnoreCase(text) ? Optional.of(new OperationId(uuid)) : Optional.empty();
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
