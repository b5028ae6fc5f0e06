package fairlead.server.cloudcontrol;

import fairlead.server.access.Caller;
import java.util.function.BooleanSupplier;

/// A request whose signer is known.
///
/// @param group in which resources live that are made here
/// @param abandoned whether the caller waits for the answer no longer
/// @param extensions what the request asks for that the protocol has no word for
record SignedCall(
        Caller caller,
        String subscription,
        String group,
        String location,
        Members members,
        BooleanSupplier abandoned,
        Extensions extensions) {}
