package fairlead.server.operation;

import fairlead.handler.ErrorCode;
import fairlead.server.problem.Code;
import java.util.List;

/// The reason for which an operation failed.
///
/// @param message for the caller: what is wrong and what to do about it; never a write-only value
/// @param details one for each part that failed, if it failed in parts
public record Failure(Code code, String message, List<Part> details) {

    /// @param target the address of what the part is about
    public record Part(Code code, String message, String target) {}

    public Failure {
        details = List.copyOf(details);
    }

    public Failure(Code code, String message) {
        this(code, message, List.of());
    }

    public Failure(ErrorCode code, String message) {
        this(Code.of(code), message);
    }
}
