package fairlead.server.operation;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/// Wakes those who have waited long enough before a [Gate]: one thread for the process, which passes by at
/// intervals while anybody waits, and sleeps when nobody has for a while.
final class Watchman {

    /// By how much a limit may be exceeded.
    static final Duration PAUSE = Duration.ofMillis(20);

    private static final int ROUNDS_BEFORE_SLEEP = 50;
    private static final Set<Gate.Waiting> WAITING = ConcurrentHashMap.newKeySet();
    private static final Thread THREAD =
            Thread.ofPlatform().name("watchman").daemon(true).start(Watchman::passBy);
    private static volatile boolean asleep;

    private Watchman() {}

    static void over(Gate.Waiting waiting) {
        WAITING.add(waiting);
        if (asleep) {
            LockSupport.unpark(THREAD);
        }
    }

    static void leave(Gate.Waiting waiting) {
        WAITING.remove(waiting);
    }

    private static void passBy() {
        int quiet = 0;
        while (true) {
            quiet = WAITING.isEmpty() ? quiet + 1 : 0;
            if (quiet > ROUNDS_BEFORE_SLEEP) {
                sleepUntilSomebodyWaits();
                quiet = 0;
            }
            long now = System.nanoTime();
            for (Gate.Waiting each : WAITING) {
                if (each.isOver(now)) {
                    each.giveUp();
                }
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    /// Whoever comes after the look at the set sees that this sleeps.
    private static void sleepUntilSomebodyWaits() {
        asleep = true;
        while (WAITING.isEmpty()) {
            LockSupport.park();
        }
        asleep = false;
    }
}
