package fairlead.server.operation;

import fairlead.server.time.Backoff;
import java.time.Duration;
import java.util.random.RandomGenerator;

/// How often a failed step is tried again, and how long the node waits before each attempt.
///
/// @param mostAttempts after so many failures the operation fails
public record RetryPolicy(Backoff backoff, int mostAttempts) {

    /// Half a second, doubling to 30 s, 8 attempts: about a minute and a half in all.
    public static RetryPolicy standard() {
        return new RetryPolicy(new Backoff(Duration.ofMillis(500), Duration.ofSeconds(30)), 8);
    }

    Duration pause(int failedAttempts, RandomGenerator chance) {
        return backoff.pause(failedAttempts - 1, chance);
    }
}
