package fairlead.server.cloudcontrol;

import fairlead.server.access.Caller;
import fairlead.server.resource.change.ReplacePolicy;
import java.util.function.BooleanSupplier;

/// A request whose signer is known.
///
/// @param group in which resources live that are made here
/// @param abandoned whether the caller waits for the answer no longer
record SignedCall(
        Caller caller,
        String subscription,
        String group,
        String location,
        Members members,
        BooleanSupplier abandoned,
        ReplacePolicy replace) {}
