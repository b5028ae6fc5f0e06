package fairlead.server.operation;

/// By what a caller recognizes its own request when it repeats it.
///
/// @param value chosen by the caller
/// @param digest of what was asked for: under the same token nothing else may be asked for
public record ClientToken(String value, String digest) {}
