package fairlead.server.stack.record;

import java.time.Instant;

/// What was told to a node of a stack that waits for it.
///
/// @param id by which who has told it is known: it counts once
/// @param success whether all is well there
/// @param reason why it is as it is, in the words of who has told it
/// @param data for those that refer to the node
/// @param told whether the events of the stack have it
public record StackSignal(String id, boolean success, String reason, String data, Instant at, boolean told) {

    public static StackSignal of(String id, boolean success, String reason, String data, Instant at) {
        return new StackSignal(id, success, reason, data, at, false);
    }
}
