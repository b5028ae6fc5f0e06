package fairlead.server.wiring;

import fairlead.server.time.Clocks;
import fairlead.server.time.MonotonicTime;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Where time, chance and ids come from.
///
/// @param clock what time it is on this machine
/// @param elapsed by which this process measures how much time goes by
/// @param shared what time it is for all nodes on one database
/// @param ids unguessable ones, for resources and operations
/// @param requestIds quick ones, for requests
public record Sources(
        Clock clock,
        MonotonicTime elapsed,
        Clock shared,
        RandomGenerator chance,
        Supplier<UUID> ids,
        Supplier<UUID> requestIds) {

    /// Those of a process that shares its database with no other.
    public Sources(
            Clock clock, MonotonicTime elapsed, RandomGenerator chance, Supplier<UUID> ids, Supplier<UUID> requestIds) {
        this(clock, elapsed, clock, chance, ids, requestIds);
    }

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

    /// Random bytes, more than can be guessed.
    public static byte[] secret() {
        byte[] bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /// The same, for a node of several.
    public Sources sharing(Clock common) {
        return new Sources(clock, elapsed, common, chance, ids, requestIds);
    }

    /// All clocks, for what is limited in time.
    public Clocks clocks() {
        return new Clocks(clock, elapsed, shared);
    }

    /// Of the same form, but to be guessed by who tries hard: what is indexed by the ids of requests grows at one
    /// end, too.
    private static UUID quick(Clock clock) {
        ThreadLocalRandom chance = ThreadLocalRandom.current();
        return TimeOrderedIds.of(clock, chance.nextLong(), chance.nextLong());
    }
}
