package fairlead.server.operation;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/// Closed at first, and open for ever once it has been opened. Threads wait before it, each with a limit.
///
/// A timed wait sets a timer and takes it back, and for that wakes a thread that would not be needed otherwise: at
/// thousands of waits a second, none of which reaches its limit, that is most of what they cost. Here nobody sets
/// one. A [Watchman] passes by now and then, and wakes those who have waited long enough.
public final class Gate {

    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean open;

    /// A thread before the gate.
    static final class Waiting {

        private final Thread thread = Thread.currentThread();
        private final long until;
        private volatile boolean over;

        private Waiting(Duration limit) {
            until = System.nanoTime() + limit.toNanos();
        }

        boolean isOver(long now) {
            return until - now <= 0;
        }

        void giveUp() {
            over = true;
            LockSupport.unpark(thread);
        }
    }

    /// Lets everybody through.
    public void open() {
        open = true;
        for (Waiting each : waiting) {
            LockSupport.unpark(each.thread);
        }
    }

    /// Waits until the gate opens; false if it has not within the limit, which is exceeded by up to
    /// [Watchman#PAUSE].
    public boolean await(Duration limit) throws InterruptedException {
        if (open || limit.isZero() || limit.isNegative()) {
            return open;
        }
        Waiting me = new Waiting(limit);
        waiting.add(me);
        Watchman.over(me);
        try {
            while (!open && !me.over) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                LockSupport.park(this);
            }
            return open;
        } finally {
            Watchman.leave(me);
            waiting.remove(me);
        }
    }
}
