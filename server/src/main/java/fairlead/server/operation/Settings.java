package fairlead.server.operation;

import java.time.Duration;

/// The settings of the worker of operations.
///
/// @param lease how long a node that stopped beating is still believed alive
/// @param hold pauses up to this long are slept through by the thread that has the operation; longer ones give it
///     back
/// @param mostAtOnce how many steps run at the same time on this node
/// @param retry what happens after a failure that may pass
/// @param interruptions what becomes of an operation in whose step processes end
/// @param paused whether no operation is carried on or accepted; those that are cancelled end all the same
/// @param retention how long an operation that has ended can still be read
public record Settings(
        Duration lease,
        Duration hold,
        int mostAtOnce,
        RetryPolicy retry,
        Duration retention,
        Interruptions interruptions,
        boolean paused) {

    /// @param triedAlone interruptions after which it is carried on only while no other such operation is
    /// @param most interruptions after which it is not carried on any more
    public record Interruptions(int triedAlone, int most) {

        static final Interruptions STANDARD = new Interruptions(2, 5);
    }

    /// What a server runs with. "Kept at least 7 days" is what clients of the Azure contract rely on.
    public static Settings standard() {
        return new Settings(
                Duration.ofSeconds(10),
                Duration.ofSeconds(5),
                1024,
                RetryPolicy.standard(),
                Duration.ofDays(7),
                Interruptions.STANDARD,
                false);
    }

    /// The same, but for whether operations are carried on.
    public Settings paused(boolean nowPaused) {
        return new Settings(lease, hold, mostAtOnce, retry, retention, interruptions, nowPaused);
    }

    /// For tests with a settable clock: every pause gives the operation back, so that `runDue` finds it.
    public static Settings manual() {
        return new Settings(
                Duration.ofSeconds(10),
                Duration.ofSeconds(-1),
                1024,
                RetryPolicy.standard(),
                Duration.ofDays(7),
                Interruptions.STANDARD,
                false);
    }
}
