package fairlead.handler;

import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// What a handler says should happen next: [Done], [Gone], [Again] or [Failed].
///
/// The progress event of the "CloudFormation resource type handler contract": `SUCCESS` with a model, `SUCCESS`
/// without one, `IN_PROGRESS`, `FAILED`.
public sealed interface Progress {

    /// The desired state is reached (create, update), or this is the present state (read).
    ///
    /// @param properties all properties that have a value, read-only ones and defaults included, never a null and
    ///     never a write-only one
    record Done(ObjectNode properties) implements Progress {}

    /// The resource no longer exists: the only success of a delete.
    record Gone() implements Progress {}

    /// Not there yet: call again.
    ///
    /// @param properties what is set so far, the primary identifier included; for a delete it may be empty
    /// @param after how long to wait before the next call; zero for at once
    /// @param memo handed back unchanged with the next call
    /// @param percent how far it is, 0 to 100, if the handler knows
    /// @param message what is being waited for, for people
    record Again(ObjectNode properties, Duration after, ObjectNode memo, Optional<Double> percent, String message)
            implements Progress {}

    /// It can't be done. Whether it is tried again depends on [ErrorCode#retryable()].
    ///
    /// @param message what is wrong and what the caller can do about it
    record Failed(ErrorCode code, String message) implements Progress {}

    static Progress done(ObjectNode properties) {
        return new Done(properties);
    }

    static Progress gone() {
        return new Gone();
    }

    static Progress again(ObjectNode properties, Duration after, ObjectNode memo) {
        return new Again(properties, after, memo, Optional.empty(), "");
    }

    static Progress failed(ErrorCode code, String message) {
        return new Failed(code, message);
    }
}
