package fairlead.simulation;

import fairlead.handler.Context;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Times as the simulation counts them: to the millisecond.
final class SimulatedTime {

    private SimulatedTime() {}

    static Instant now(Context context) {
        return context.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }
}
