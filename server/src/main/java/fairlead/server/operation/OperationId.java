package fairlead.server.operation;

import java.util.Optional;
import java.util.UUID;

/// The random id of an operation. It is also the idempotency token that every handler call of the operation
/// carries.
public record OperationId(UUID value) {

    /// The id in the text; empty if it is no UUID, so that no operation can have it.
    public static Optional<OperationId> parse(String text) {
        try {
            return text.length() == 36 ? Optional.of(new OperationId(UUID.fromString(text))) : Optional.empty();
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
