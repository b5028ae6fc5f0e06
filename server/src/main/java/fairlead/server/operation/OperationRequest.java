package fairlead.server.operation;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.Optional;

/// What was asked of an operation, when and by whom.
///
/// @param deadline when it ends in failure if it has not ended by itself
/// @param input what the task was given when the operation was accepted; opaque here
/// @param clientToken by which the caller recognizes the request. Who creates under a token wants a thing or nothing:
///     a create that has failed and made nothing leaves no resource then
/// @param origin the ids of the request that began it
public record OperationRequest(
        Instant createdAt,
        Instant deadline,
        byte[] input,
        Optional<ClientToken> clientToken,
        Origin origin,
        String requestedBy) {

    OperationRequest withDeadline(Instant next) {
        return new OperationRequest(createdAt, next, input, clientToken, origin, requestedBy);
    }

    OperationRequest withInput(byte[] readable) {
        return new OperationRequest(createdAt, deadline, readable, clientToken, origin, requestedBy);
    }

    OperationRequest withOrigin(Origin place) {
        return new OperationRequest(createdAt, deadline, input, clientToken, place, requestedBy);
    }
}
