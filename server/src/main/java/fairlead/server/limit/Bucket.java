package fairlead.server.limit;

import java.util.concurrent.atomic.AtomicLong;

/// A token bucket: each request takes one, and they come back at an even rate.
///
/// It is one number, the time at which the bucket will be full again ("generic cell rate algorithm"), so that
/// taking one locks nothing and no thread has to refill it. Times are those of a
/// [fairlead.server.time.MonotonicTime], of which only differences mean something.
final class Bucket {

    private final long nanosEach;
    private final long nanosAll;
    private final AtomicLong fullAt;

    /// @param size how many there are in a full one
    /// @param now since when it is full
    Bucket(int perSecond, int size, long now) {
        fullAt = new AtomicLong(now);
        nanosEach = Math.max(1, 1_000_000_000L / perSecond);
        nanosAll = nanosEach * size;
    }

    /// How many are left when one has been taken; if there was none, the nanoseconds until there is, as a negative
    /// number.
    long take(long now) {
        while (true) {
            long seen = fullAt.get();
            long next = now + Math.max(seen - now, 0) + nanosEach;
            long spare = nanosAll - (next - now);
            if (spare < 0) {
                return spare;
            }
            if (fullAt.compareAndSet(seen, next)) {
                return spare / nanosEach;
            }
        }
    }

    /// Takes that many, also if there are fewer: what is missing has to come back before there is another one. It is
    /// never more than a full one.
    void spend(long now, long many) {
        long cost = Math.min(many, nanosAll / nanosEach) * nanosEach;
        fullAt.updateAndGet(seen -> now + Math.min(Math.max(seen - now, 0) + cost, 2 * nanosAll));
    }

    boolean isFull(long now) {
        return fullAt.get() - now <= 0;
    }
}
