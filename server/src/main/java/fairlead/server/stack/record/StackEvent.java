package fairlead.server.stack.record;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Something that happened to a stack or to a node of it.
///
/// @param at different for each event of a stack, and later than that of the one before it
/// @param node the key of the node; empty for the stack itself
/// @param properties what was asked for, with secrets left out: a JSON object; no bytes if that is not told
/// @param token of the request that began the operation
/// @param operation of the stack
public record StackEvent(
        UUID stack,
        Instant at,
        Optional<String> node,
        String type,
        String physical,
        String status,
        String reason,
        byte[] properties,
        String token,
        String operation) {}
