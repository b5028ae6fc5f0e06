package fairlead.server.operation;

/// Why an operation failed.
///
/// @param code a handler error code's wire name (`AlreadyExists`), or the id of the contract rule that was broken
/// @param message for the caller: what is wrong and what to do about it; never a write-only value
public record Failure(String code, String message) {}
