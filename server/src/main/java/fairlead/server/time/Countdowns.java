package fairlead.server.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How long it is until stored instants, one for each key, as this process experiences it.
///
/// The first question after an instant is answered by the clock that is shared with those who may have stored it.
/// From then on only elapsed time counts, so that a step of that clock neither ends a pause nor prolongs it. Called by
/// many threads at once.
public final class Countdowns<K> {

    private static final int MOST_REMEMBERED = 100_000;
    private static final long LONG_OVER = -Duration.ofHours(1).toNanos();

    private final Map<K, End> ends = new ConcurrentHashMap<>();
    private final Clocks clocks;

    /// @param at by elapsed time
    private record End(Instant instant, long at) {}

    public Countdowns(Clocks clocks) {
        this.clocks = clocks;
    }

    /// The time until that instant; zero or negative once it is over. Another instant than the last one for this key
    /// begins anew.
    public Duration left(K key, Instant instant) {
        long now = clocks.elapsed().nanos();
        End known = ends.get(key);
        if (known == null || !known.instant.equals(instant)) {
            forgetTheOver(now);
            known = new End(
                    instant, now + nanos(Duration.between(clocks.shared().instant(), instant)));
            ends.put(key, known);
        }
        return Duration.ofNanos(known.at - now);
    }

    /// Whether the time until that instant is over.
    public boolean isOver(K key, Instant instant) {
        Duration left = left(key, instant);
        return left.isZero() || left.isNegative();
    }

    /// The keys whose time is over, which are forgotten with this.
    public List<K> takeOver() {
        long now = clocks.elapsed().nanos();
        List<K> over = new ArrayList<>();
        ends.forEach((key, end) -> {
            if (end.at - now <= 0 && ends.remove(key, end)) {
                over.add(key);
            }
        });
        return over;
    }

    public void forget(K key) {
        ends.remove(key);
    }

    /// What is not forgotten by its owner, since another process has taken it over.
    private void forgetTheOver(long now) {
        if (ends.size() >= MOST_REMEMBERED) {
            ends.values().removeIf(end -> end.at - now < LONG_OVER);
        }
    }

    /// A century is as good as for ever, and can be added to.
    private static long nanos(Duration time) {
        Duration longest = Duration.ofDays(36_500);
        Duration bounded = time.compareTo(longest) > 0 ? longest : time;
        return (bounded.compareTo(longest.negated()) < 0 ? longest.negated() : bounded).toNanos();
    }
}
