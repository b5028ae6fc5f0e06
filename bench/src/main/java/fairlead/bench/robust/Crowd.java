package fairlead.bench.robust;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The clients of a round, each on a thread of its own.
final class Crowd {

    private static final long PAUSE_MILLIS = 3;

    private final Violations violations;
    private final Duration patience;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    /// @param patience in which each comes to the end of its request
    Crowd(Violations violations, Duration patience) {
        this.patience = patience;
        this.violations = violations;
    }

    void add(Client client) {
        threads.add(Thread.ofVirtual().start(() -> work(client)));
    }

    /// A client that meets what it can't make sense of has found something.
    private void work(Client client) {
        while (!over) {
            try {
                client.once();
            } catch (RuntimeException surprise) {
                violations.add(Law.SERVES, "a client met " + surprise + " at " + surprise.getStackTrace()[0]);
            }
            Cluster.rest(PAUSE_MILLIS);
        }
    }

    /// Lets each client finish what it has begun.
    void end() throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            violations.require(thread.join(patience), Law.ENDS, "a client does not come to the end of its request");
            thread.interrupt();
        }
    }
}
