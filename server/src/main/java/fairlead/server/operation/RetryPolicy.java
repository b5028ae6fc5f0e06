package fairlead.server.operation;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How long to wait before a failed step is tried again: doubled each time up to a limit, the upper half of it by
/// chance, so that many that failed together do not come back together.
///
/// @param mostAttempts after so many failures the operation fails
public record RetryPolicy(Duration first, Duration longest, int mostAttempts) {

    /// Half a second, doubling to 30 s, 8 attempts: about a minute and a half in all.
    public static RetryPolicy standard() {
        return new RetryPolicy(Duration.ofMillis(500), Duration.ofSeconds(30), 8);
    }

    Duration pause(int failedAttempts, RandomGenerator chance) {
        int doublings = Math.min(failedAttempts - 1, 30);
        long millis = Math.min(longest.toMillis(), first.toMillis() << doublings);
        return Duration.ofMillis(millis / 2 + chance.nextLong(millis / 2 + 1));
    }
}
