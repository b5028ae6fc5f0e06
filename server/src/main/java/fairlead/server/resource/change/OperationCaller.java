package fairlead.server.resource.change;

import fairlead.server.access.Caller;
import fairlead.server.access.Requester;
import fairlead.server.operation.Operation;

/// The caller on whose behalf the steps of an operation act: the one that sent its request.
public final class OperationCaller {

    private OperationCaller() {}

    /// The caller, with the ids of the request that began the operation.
    public static Caller of(Operation operation) {
        return Requester.caller(operation.requestedBy(), operation.origin());
    }
}
