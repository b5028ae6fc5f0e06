package fairlead.server.wiring;

import fairlead.server.time.Clocks;
import fairlead.server.time.MonotonicTime;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Where time, chance and ids come from.
///
/// @param elapsed by which this process measures how much time goes by
/// @param ids unguessable ones, for resources and operations
/// @param requestIds quick ones, for requests
public record Sources(
        Clock clock, MonotonicTime elapsed, RandomGenerator chance, Supplier<UUID> ids, Supplier<UUID> requestIds) {

    /// Those of a real process.
    public static Sources real() {
        Clock clock = Clock.tickMillis(ZoneOffset.UTC);
        return new Sources(
                clock,
                MonotonicTime.system(),
                RandomGenerator.getDefault(),
                new TimeOrderedIds(clock),
                () -> quick(clock));
    }

    /// Both clocks, for what is limited in time.
    public Clocks clocks() {
        return new Clocks(clock, elapsed);
    }

    /// Of the same form, but to be guessed by who tries hard: what is indexed by the ids of requests grows at one
    /// end, too.
    private static UUID quick(Clock clock) {
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        return TimeOrderedIds.of(clock, chance.nextLong(), chance.nextLong());
    }
}
