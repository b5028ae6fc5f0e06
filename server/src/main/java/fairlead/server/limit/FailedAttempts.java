package fairlead.server.limit;

import fairlead.server.time.MonotonicTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Slows down who fails again and again: five times are free, then each further time doubles the pause, from a second
/// to a
/// quarter of an hour. What is told apart is the caller's choice: an address and what it has tried, so that one address
/// keeps no other one out. Called by many threads at once.
public final class FailedAttempts {

    private static final int FREE = 5;
    private static final int MOST_DOUBLINGS = 10;
    private static final long SECOND = 1_000_000_000L;
    private static final long LONGEST = Duration.ofMinutes(15).toNanos();
    private static final int MOST_REMEMBERED = 10_000;

    private final Map<String, Failures> known = new ConcurrentHashMap<>();
    private final MonotonicTime time;

    public FailedAttempts(MonotonicTime time) {
        this.time = time;
    }

    /// @param until when it may be tried again
    private record Failures(int times, long until) {

        boolean isOver(long now) {
            return now - until > LONGEST;
        }
    }

    /// How long it is until there may be another attempt; empty if there may be one now.
    public Optional<Duration> pause(String key) {
        Failures failures = known.get(key);
        long left = failures == null ? 0 : failures.until() - time.nanos();
        return left > 0 ? Optional.of(Duration.ofNanos(left)) : Optional.empty();
    }

    /// Notes that an attempt has failed.
    public void failed(String key) {
        long now = time.nanos();
        if (known.size() >= MOST_REMEMBERED) {
            known.values().removeIf(failures -> failures.isOver(now));
        }
        known.compute(key, (_, before) -> {
            int times = before == null || before.isOver(now) ? 1 : before.times() + 1;
            long pause = times < FREE ? 0 : Math.min(SECOND << Math.min(times - FREE, MOST_DOUBLINGS), LONGEST);
            return new Failures(times, now + pause);
        });
    }

    /// Notes that an attempt has not failed: what was before counts no more.
    public void succeeded(String key) {
        known.remove(key);
    }
}
