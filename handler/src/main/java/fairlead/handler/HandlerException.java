package fairlead.handler;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A failure that a handler throws instead of returning [Progress.Failed]; the only way for `list` to fail.
public final class HandlerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String rule;
    private final boolean processEnded;

    public HandlerException(ErrorCode code, String message) {
        this(null, code, message, false);
    }

    public HandlerException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.rule = null;
        this.processEnded = false;
    }

    private HandlerException(@Nullable String rule, ErrorCode code, String message, boolean processEnded) {
        super(message);
        this.code = code;
        this.rule = rule;
        this.processEnded = processEnded;
    }

    /// What the host of a handler that is elsewhere says of an answer which no handler of this interface can give.
    ///
    /// @param rule the id of the contract's rule that the answer breaks, `list.synchronous` for example
    /// @param code what the call fails with
    public static HandlerException breach(String rule, ErrorCode code, String message) {
        return new HandlerException(rule, code, message, false);
    }

    /// What the host of a handler in a process of its own says when that has ended by itself during the call.
    public static HandlerException processEnded(String message) {
        return new HandlerException(null, ErrorCode.SERVICE_INTERNAL_ERROR, message, true);
    }

    public ErrorCode code() {
        return code;
    }

    /// The rule that an answer broke, if that is the failure.
    public Optional<String> rule() {
        return Optional.ofNullable(rule);
    }

    /// Whether the call ended with the process that it was made in, by what ran in there.
    public boolean hasEndedProcess() {
        return processEnded;
    }
}
