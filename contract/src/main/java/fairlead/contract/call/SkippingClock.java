package fairlead.contract.call;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/// The time as handlers see it: it runs, and leaps over pauses.
public final class SkippingClock extends Clock {

    private final Clock base;
    private Duration skipped = Duration.ZERO;

    public SkippingClock(Clock base) {
        this.base = base;
    }

    public synchronized void skip(Duration pause) {
        skipped = skipped.plus(pause);
    }

    @Override
    public synchronized Instant instant() {
        return base.instant().plus(skipped);
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new SkippingClock(base.withZone(zone));
    }
}
