package fairlead.server.stack.record;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Something that happened to a stack or to a node of it.
///
/// @param at different for each event of a stack, and later than that of the one before it
/// @param node the key of the node; empty for the stack itself
public record StackEvent(
        UUID stack, Instant at, Optional<String> node, String type, String physical, Told told, Cause cause) {

    /// What is told.
    ///
    /// @param properties what was asked for, with secrets left out: a JSON object; no bytes if that is not told
    public record Told(String status, String reason, byte[] properties) {}

    /// What made it happen.
    ///
    /// @param token of the request that began the operation
    /// @param operation of the stack
    public record Cause(String token, String operation) {}

    public String status() {
        return told.status();
    }

    public String reason() {
        return told.reason();
    }

    public byte[] properties() {
        return told.properties();
    }

    public String token() {
        return cause.token();
    }

    public String operation() {
        return cause.operation();
    }
}
