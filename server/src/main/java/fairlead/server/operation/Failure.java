package fairlead.server.operation;

import java.util.List;

/// Why an operation failed.
///
/// @param code a handler error code's wire name (`AlreadyExists`), or the id of the contract rule that was broken
/// @param message for the caller: what is wrong and what to do about it; never a write-only value
/// @param details one for each part that failed, if it failed in parts
public record Failure(String code, String message, List<Part> details) {

    /// @param target the address of what the part is about
    public record Part(String code, String message, String target) {}

    public Failure {
        details = List.copyOf(details);
    }

    public Failure(String code, String message) {
        this(code, message, List.of());
    }
}
