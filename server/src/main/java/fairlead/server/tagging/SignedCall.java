package fairlead.server.tagging;

import fairlead.server.access.Caller;

/// A request whose signer is known.
///
/// @param input what its body says
record SignedCall(Caller caller, String subscription, String location, Input input) {}
