package fairlead.handler;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A failure that a handler throws instead of returning [Progress.Failed]; the only way for `list` to fail.
public final class HandlerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final @Nullable String rule;

    public HandlerException(ErrorCode code, String message) {
        super(message);
        this.code = code;
        this.rule = null;
    }

    public HandlerException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.rule = null;
    }

    private HandlerException(String rule, ErrorCode code, String message) {
        super(message);
        this.code = code;
        this.rule = rule;
    }

    /// What the host of a handler that is elsewhere says of an answer which no handler of this interface can give.
    ///
    /// @param rule the id of the contract's rule that the answer breaks, `list.synchronous` for example
    /// @param code what the call fails with
    public static HandlerException breach(String rule, ErrorCode code, String message) {
        return new HandlerException(rule, code, message);
    }

    public ErrorCode code() {
        return code;
    }

    /// The rule that an answer broke, if that is the failure.
    public Optional<String> rule() {
        return Optional.ofNullable(rule);
    }
}
