package fairlead.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// More PUTs than a server can do: so many connections that a request never has to wait for one, and a fixed rate.
///
/// A request that is refused as the server is busy counts as refused, and is not sent again. Times are those from the
/// sending of a request to its answer, for those that were carried out and those that were refused apart.
final class Overload {

    private static final int ACCEPTED = 201;
    private static final int BUSY = 503;

    private final Histogram accepted = new ConcurrentHistogram(60_000_000L, 3);
    private final Histogram refused = new ConcurrentHistogram(60_000_000L, 3);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final long from;
    private final long until;

    private Overload(Duration warmUp, Duration measured) {
        from = System.nanoTime() + warmUp.toNanos();
        until = from + measured.toNanos();
    }

    /// What came of it.
    ///
    /// @param offered requests a second
    record Outcome(double offered, Load.Result accepted, Load.Result refused) {}

    static Outcome run(int port, int connections, double perSecond, Duration warmUp, Duration measured)
            throws InterruptedException {
        Overload overload = new Overload(warmUp, measured);
        long start = System.nanoTime();
        AtomicLong numbers = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            threads.add(Thread.ofVirtual().start(() -> overload.client(port, start, perSecond, numbers)));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = measured.toNanos() / 1e9;
        return new Outcome(
                overload.sent.get() / seconds,
                overload.result(overload.accepted, seconds),
                overload.result(overload.refused, seconds));
    }

    private Load.Result result(Histogram latencies, double seconds) {
        return new Load.Result(latencies.getTotalCount() / seconds, latencies, errors.get());
    }

    private void client(int port, long start, double perSecond, AtomicLong numbers) {
        try (Connection connection = new Connection(port)) {
            while (System.nanoTime() < until) {
                long number = numbers.getAndIncrement();
                long due = start + (long) (number * 1e9 / perSecond);
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                once(connection, number);
            }
        } catch (IOException failure) {
            errors.incrementAndGet();
            System.err.println("a client gave up: " + failure);
        }
    }

    private void once(Connection connection, long number) throws IOException {
        long begin = System.nanoTime();
        int status = connection.exchange(Requests.put("o" + number));
        long end = System.nanoTime();
        if (status != ACCEPTED && status != BUSY) {
            throw new IOException("expected 201 or 503, got " + status + ": " + connection.body());
        }
        if (begin >= from && end <= until) {
            sent.incrementAndGet();
            (status == ACCEPTED ? accepted : refused).recordValue(Math.min(60_000_000L, (end - begin) / 1000));
        }
    }
}
