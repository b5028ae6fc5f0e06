package fairlead.server.resource.step;

import fairlead.server.resource.call.StepState;
import fairlead.server.time.Backoff;
import java.time.Duration;
import java.util.Optional;

/// How often, and how far apart, steps read a resource again until a change shows: eight reads within half a minute.
///
/// A service may be eventually consistent, so the first read is not the last. The verification of a create, an update
/// or a delete and that of a replacement go by the same schedule.
final class ReadSchedule {

    private static final int MOST_READS = 8;
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(200), Duration.ofMillis(12_800));

    private ReadSchedule() {}

    /// The pause before the next read; empty if there have been enough.
    ///
    /// @param next the state that counts the reads so far
    static Optional<Duration> pause(StepState next) {
        return next.reads() < MOST_READS ? Optional.of(BACKOFF.pause(next.reads() - 1)) : Optional.empty();
    }
}
