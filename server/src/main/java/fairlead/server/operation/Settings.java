package fairlead.server.operation;

import java.time.Duration;

/// The settings of the worker of operations.
///
/// @param lease how long a node that stopped beating is still believed alive
/// @param hold pauses up to this long are slept through by the thread that has the operation; longer ones give it
///     back
/// @param mostAtOnce how many steps run at the same time on this node
/// @param retry what happens after a failure that may pass
/// @param retention how long an operation that has ended can still be read
public record Settings(Duration lease, Duration hold, int mostAtOnce, RetryPolicy retry, Duration retention) {

    /// What a server runs with. "Kept at least 7 days" is what clients of the Azure contract rely on.
    public static Settings standard() {
        return new Settings(
                Duration.ofSeconds(10), Duration.ofSeconds(5), 1024, RetryPolicy.standard(), Duration.ofDays(7));
    }

    /// For tests with a settable clock: every pause gives the operation back, so that `runDue` finds it.
    public static Settings manual() {
        return new Settings(
                Duration.ofSeconds(10), Duration.ofSeconds(-1), 1024, RetryPolicy.standard(), Duration.ofDays(7));
    }
}
