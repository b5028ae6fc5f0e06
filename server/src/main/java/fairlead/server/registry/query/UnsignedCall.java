package fairlead.server.registry.query;

import fairlead.server.access.Caller;

/// A call of a service's action that is not signed: who asks is for the action to find out.
///
/// @param caller the ids of the request
public record UnsignedCall(String action, QueryParameters parameters, Caller caller) {}
