package fairlead.server.event;

import fairlead.server.telemetry.Origin;
import java.time.Instant;
import java.util.Optional;

/// The change of an operation that an event reports.
///
/// @param kind `create` and so on
/// @param subject what it works on
/// @param message what it says of itself; empty for nothing
public record OperationChange(
        Instant at,
        Origin origin,
        String id,
        String kind,
        Subject subject,
        Outcome outcome,
        Optional<Double> percent,
        String message) {

    /// What is told of approvals as the kind of an operation.
    public static final String APPROVAL = "approval";

    /// One of which it is not told how far it is.
    public OperationChange(
            Instant at, Origin origin, String id, String kind, Subject subject, Outcome outcome, String message) {
        this(at, origin, id, kind, subject, outcome, Optional.empty(), message);
    }

    /// @param id the address
    public record Subject(String uid, String id) {}

    /// Where the operation is from then on.
    ///
    /// @param state the word for it, `Running` for example
    /// @param terminal whether it has ended with that
    /// @param failure why it has failed
    public record Outcome(String state, boolean terminal, Optional<Failure> failure) {}

    /// Why an operation has failed.
    public record Failure(String code, String message) {}
}
