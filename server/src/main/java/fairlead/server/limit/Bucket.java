package fairlead.server.limit;

import java.util.concurrent.atomic.AtomicLong;

/// A token bucket: each request takes one, and they come back at an even rate.
///
/// It is one number, the time at which the bucket will be full again ("generic cell rate algorithm"), so that
/// taking one locks nothing and no thread has to refill it.
final class Bucket {

    private final long nanosEach;
    private final long nanosAll;
    private final AtomicLong fullAt = new AtomicLong(Long.MIN_VALUE);

    /// @param size how many there are in a full one
    Bucket(int perSecond, int size) {
        nanosEach = Math.max(1, 1_000_000_000L / perSecond);
        nanosAll = nanosEach * size;
    }

    /// How many are left when one has been taken; if there was none, the nanoseconds until there is, as a negative
    /// number.
    long take(long now) {
        while (true) {
            long seen = fullAt.get();
            long next = Math.max(seen, now) + nanosEach;
            long spare = nanosAll - (next - now);
            if (spare < 0) {
                return spare;
            }
            if (fullAt.compareAndSet(seen, next)) {
                return spare / nanosEach;
            }
        }
    }

    boolean isFull(long now) {
        return fullAt.get() <= now;
    }
}
