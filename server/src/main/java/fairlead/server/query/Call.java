package fairlead.server.query;

import fairlead.server.signature.Signed;

/// A call of a service's action.
///
/// @param signed who calls
/// @param baseUrl where callers reach this server, without a slash at the end
public record Call(String action, Parameters parameters, Signed signed, String baseUrl) {}
