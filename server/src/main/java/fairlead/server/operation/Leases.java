package fairlead.server.operation;

import fairlead.server.database.Transaction;
import fairlead.server.time.Clocks;
import java.time.Duration;
import java.time.Instant;

/// Which nodes are alive: those whose lease is not over by the clock that all of them share.
///
/// When that clock is set, the leases that were written before mean nothing. So for the time of one lease after a step
/// every node is believed alive: by then each that is has renewed its lease by the new time.
final class Leases {

    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Instant BEGIN = Instant.EPOCH;
    private static final Instant END = Instant.ofEpochMilli(Long.MAX_VALUE);

    private final NodeStore nodes = new NodeStore();
    private final Clocks clocks;
    private final Duration lease;
    private final String node;
    private Instant lastShared;
    private long lastElapsed;
    private long settledAt;

    /// The leases that count as alive.
    ///
    /// @param after what ends after that
    /// @param until what ends no later: no lease is longer. One that seems so was given before a clock was set back
    record Alive(Instant after, Instant until) {}

    Leases(Clocks clocks, Duration lease, String node) {
        this.clocks = clocks;
        this.lease = lease;
        this.node = node;
        lastShared = clocks.shared().instant();
        lastElapsed = clocks.elapsed().nanos();
        settledAt = lastElapsed;
    }

    /// What time it is for all nodes.
    Instant now() {
        return clocks.shared().instant();
    }

    synchronized Alive alive(Instant now) {
        long elapsed = clocks.elapsed().nanos();
        Duration expected = Duration.ofNanos(elapsed - lastElapsed);
        Duration shown = Duration.between(lastShared, now);
        if (shown.minus(expected).abs().compareTo(STEP) > 0) {
            settledAt = elapsed + lease.toNanos();
        }
        lastShared = now;
        lastElapsed = elapsed;
        return elapsed - settledAt < 0
                ? new Alive(BEGIN, END)
                : new Alive(now, now.plus(lease).plus(STEP.multipliedBy(2)));
    }

    void renew(Transaction transaction) {
        Instant now = now();
        nodes.beat(transaction, node, now, now.plus(lease));
    }

    /// Those whose lease is long over, unless the clock has just been set: then no lease tells which node is dead, and
    /// what a forgotten node works on would be taken for a dead one's.
    void forgetTheDead(Transaction transaction) {
        Instant now = now();
        if (alive(now).after().equals(now)) {
            nodes.forgetTheDead(transaction, now.minus(lease.multipliedBy(10)));
        }
    }

    void forgetAll(Transaction transaction) {
        nodes.forgetAll(transaction);
    }

    void leave(Transaction transaction) {
        nodes.leave(transaction, node);
    }
}
