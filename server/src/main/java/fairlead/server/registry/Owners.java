package fairlead.server.registry;

import fairlead.server.registry.query.QueryCall;

/// For whom callers of the registry act: for the account of their key, or for the operator, where the server takes any
/// key.
///
/// @param anyKey whether the server has no credentials, so that whoever reaches it is its operator
record Owners(boolean anyKey) {

    /// The subscription of the caller's account; empty for the operator.
    String account(QueryCall call) {
        return anyKey ? "" : call.signed().account().subscription();
    }
}
