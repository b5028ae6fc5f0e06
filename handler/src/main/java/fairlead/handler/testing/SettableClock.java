package fairlead.handler.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/// A clock that moves only when told to.
public final class SettableClock extends Clock {

    private final AtomicReference<Instant> now;

    public SettableClock(Instant now) {
        this.now = new AtomicReference<>(now);
    }

    /// A clock that stands at noon of 1 November 2026, UTC.
    public static SettableClock atNoon() {
        return new SettableClock(Instant.parse("2026-11-01T12:00:00Z"));
    }

    public void advance(Duration by) {
        now.updateAndGet(time -> time.plus(by));
    }

    public void set(Instant time) {
        now.set(time);
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
