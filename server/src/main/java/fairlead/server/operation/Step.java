package fairlead.server.operation;

import java.time.Duration;
import java.util.Optional;

/// The result of a task's step: [Succeed], [Answer], [Fail], [Again] or [Retry]. The worker alone decides when
/// the operation goes on, and writes the result together with the task's own change in one transaction.
public sealed interface Step {

    /// The operation has ended well.
    ///
    /// @param identifier by which the world calls what it has made, if it is told with this
    record Succeed(Change change, Optional<String> identifier) implements Step {
        public Succeed(Change change) {
            this(change, Optional.empty());
        }
    }

    /// The operation has ended well, and has a result besides what it did.
    ///
    /// @param output kept as long as the operation is known; opaque here
    record Answer(byte[] output, Change change) implements Step {}

    /// The operation has ended in failure.
    record Fail(Failure failure, Change change) implements Step {}

    /// Go on after a pause; the attempts begin again at 1.
    ///
    /// @param progress handed back with the next step
    /// @param identifier as in [Succeed]
    record Again(
            Duration after,
            byte[] progress,
            Optional<Double> percent,
            String message,
            Change change,
            Optional<String> identifier)
            implements Step {
        public Again(Duration after, byte[] progress, Optional<Double> percent, String message, Change change) {
            this(after, progress, percent, message, change, Optional.empty());
        }
    }

    /// The step failed for a reason that may pass. It is repeated with backoff and jitter until the attempts are
    /// used up; then the operation fails with this failure and `ifGivenUp` is written.
    ///
    /// @param progress what to remember from the failed attempt
    record Retry(Failure failure, byte[] progress, Change ifGivenUp) implements Step {}
}
