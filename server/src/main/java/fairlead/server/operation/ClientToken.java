package fairlead.server.operation;

/// The token by which the server recognizes that a caller repeats a request.
///
/// @param value chosen by the caller
/// @param digest of what was asked for: under the same token nothing else may be asked for
public record ClientToken(String value, String digest) {}
