package fairlead.server.operation;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.Optional;

/// One durable operation, as it is stored.
///
/// @param subject the uid of what it works on
/// @param subjectId the address of that, for people and for URLs
/// @param deadline when it ends in failure if it has not ended by itself
/// @param fence grows with every claim; an answer that comes with an old fence is dropped
/// @param attempt how many times the present step has been tried, 1 for the first
/// @param input what the task was given when the operation was accepted; opaque here
/// @param progress what the task wants to remember between its steps; opaque here
/// @param percent how far it is, 0 to 100, if known
/// @param identifier by which the world calls what it works on; for a create, once the handler has told it
/// @param clientToken by which the caller recognizes the request. Who creates under a token wants a thing or nothing:
///     a create that has failed and made nothing leaves no resource then
/// @param origin the ids of the request that began it
public record Operation(
        OperationId id,
        OperationKind kind,
        String subscription,
        String location,
        String subject,
        String subjectId,
        String typeName,
        OperationState state,
        Instant createdAt,
        Instant deadline,
        long fence,
        int attempt,
        boolean cancelRequested,
        Optional<Double> percent,
        String message,
        byte[] input,
        byte[] progress,
        Optional<String> identifier,
        Optional<ClientToken> clientToken,
        Origin origin,
        String requestedBy) {

    Operation withState(OperationState next) {
        return copy(next, attempt, cancelRequested, progress, identifier);
    }

    /// As it is when it has come that far.
    Operation reached(Optional<Double> nextPercent, String nextMessage) {
        return new Operation(
                id,
                kind,
                subscription,
                location,
                subject,
                subjectId,
                typeName,
                state,
                createdAt,
                deadline,
                fence,
                attempt,
                cancelRequested,
                nextPercent,
                nextMessage,
                input,
                progress,
                identifier,
                clientToken,
                origin,
                requestedBy);
    }

    /// As it is once the world's name for what it works on is told.
    Operation told(Optional<String> name) {
        return copy(state, attempt, cancelRequested, progress, name.or(() -> identifier));
    }

    /// The same for a task that had its input kept in another form.
    public Operation given(byte[] readable) {
        return new Operation(
                id,
                kind,
                subscription,
                location,
                subject,
                subjectId,
                typeName,
                state,
                createdAt,
                deadline,
                fence,
                attempt,
                cancelRequested,
                percent,
                message,
                readable,
                progress,
                identifier,
                clientToken,
                origin,
                requestedBy);
    }

    Operation continued(int nextAttempt, boolean canceling, byte[] nextProgress) {
        return copy(new OperationState.Running(), nextAttempt, canceling, nextProgress, identifier);
    }

    /// The same, for those who work on it: what they begin is a part of it.
    Operation within(Origin place) {
        return place.equals(origin)
                ? this
                : new Operation(
                        id,
                        kind,
                        subscription,
                        location,
                        subject,
                        subjectId,
                        typeName,
                        state,
                        createdAt,
                        deadline,
                        fence,
                        attempt,
                        cancelRequested,
                        percent,
                        message,
                        input,
                        progress,
                        identifier,
                        clientToken,
                        place,
                        requestedBy);
    }

    private Operation copy(
            OperationState nextState,
            int nextAttempt,
            boolean canceling,
            byte[] nextProgress,
            Optional<String> nextIdentifier) {
        return new Operation(
                id,
                kind,
                subscription,
                location,
                subject,
                subjectId,
                typeName,
                nextState,
                createdAt,
                deadline,
                fence,
                nextAttempt,
                canceling,
                percent,
                message,
                input,
                nextProgress,
                nextIdentifier,
                clientToken,
                origin,
                requestedBy);
    }
}
