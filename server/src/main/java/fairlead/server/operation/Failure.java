package fairlead.server.operation;

import fairlead.handler.ErrorCode;
import fairlead.server.problem.Code;
import java.util.List;

/// The reason for which an operation failed.
///
/// @param message for the caller: what is wrong and what to do about it; never a write-only value
/// @param details one for each part that failed, if it failed in parts
/// @param processEnded whether the process that the handler ran in has ended; not kept
public record Failure(Code code, String message, List<Part> details, boolean processEnded) {

    /// @param target the address of what the part is about
    public record Part(Code code, String message, String target) {}

    public Failure {
        details = List.copyOf(details);
    }

    public Failure(Code code, String message, List<Part> details) {
        this(code, message, details, false);
    }

    public Failure(Code code, String message) {
        this(code, message, List.of());
    }

    public Failure(ErrorCode code, String message) {
        this(Code.of(code), message);
    }

    /// The same, where the process that the handler ran in has ended.
    public Failure byEndOfProcess() {
        return new Failure(code, message, details, true);
    }

    /// The same in other words.
    public Failure told(String words, List<Part> parts) {
        return new Failure(code, words, parts, processEnded);
    }
}
