package fairlead.server.time;

import fairlead.handler.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;

/// Elapsed time that goes with a settable clock, and stays where it is when the clock is set.
public final class SettableTime implements MonotonicTime {

    private final SettableClock clock;
    private final Instant begin;
    private Duration steps = Duration.ZERO;

    /// @param clock whose [SettableClock#advance] lets time go by
    public SettableTime(SettableClock clock) {
        this.clock = clock;
        begin = clock.instant();
    }

    /// Sets the clock forward or back, without any time going by.
    public void step(Duration by) {
        steps = steps.plus(by);
        clock.advance(by);
    }

    @Override
    public long nanos() {
        return Duration.between(begin, clock.instant()).minus(steps).toNanos();
    }

    /// Both clocks.
    public Clocks clocks() {
        return new Clocks(clock, this);
    }
}
