package fairlead.server.time;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// Pauses between attempts: each twice as long as the one before, up to the longest.
public record Backoff(Duration first, Duration longest) {

    private static final int MOST_DOUBLINGS = 30;

    /// @param before how many pauses there were before this one
    public Duration pause(int before) {
        Duration pause = first.multipliedBy(1L << Math.min(before, MOST_DOUBLINGS));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }

    /// The same, but the upper half of it is left to chance, so that many that failed together do not come back
    /// together.
    ///
    /// @param before how many pauses there were before this one
    public Duration pause(int before, RandomGenerator chance) {
        long half = pause(before).toMillis() / 2;
        return Duration.ofMillis(half + chance.nextLong(half + 1));
    }
}
