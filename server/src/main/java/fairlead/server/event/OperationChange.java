package fairlead.server.event;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.Optional;

/// What has become of an operation.
///
/// @param state the word for where it is from then on, `Running` for example
/// @param terminal whether it has ended with that
/// @param kind `create` and so on
/// @param subject the uid of what it works on
/// @param subjectId the address of that
/// @param message what it says of itself; empty for nothing
/// @param errorCode why it has failed
public record OperationChange(
        Instant at,
        Origin origin,
        String state,
        boolean terminal,
        String id,
        String kind,
        String subject,
        String subjectId,
        Optional<Double> percent,
        String message,
        Optional<String> errorCode,
        Optional<String> errorMessage) {}
