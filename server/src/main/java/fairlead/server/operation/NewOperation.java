package fairlead.server.operation;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.Optional;

/// An operation that is about to be accepted.
///
/// @param identifier of what it works on, as far as that is known to be there: not of a resource that is yet to be made
public record NewOperation(
        OperationId id,
        OperationKind kind,
        String subscription,
        String location,
        String subject,
        String subjectId,
        String typeName,
        Instant createdAt,
        Instant deadline,
        byte[] input,
        Optional<String> identifier,
        Optional<ClientToken> clientToken,
        Origin origin,
        String requestedBy) {

    Operation accepted() {
        return new Operation(
                id,
                kind,
                subscription,
                location,
                subject,
                subjectId,
                typeName,
                new OperationState.Accepted(),
                createdAt,
                deadline,
                1,
                1,
                false,
                Optional.empty(),
                "",
                input,
                new byte[0],
                identifier,
                clientToken,
                origin,
                requestedBy);
    }
}
