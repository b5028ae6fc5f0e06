package fairlead.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Puts load on something and measures it.
///
/// *Closed*: each client sends its next request when it has the answer to its last one. *Open*: requests begin at
/// a fixed rate whether or not earlier ones have been answered, and a latency counts from the moment a request
/// should have begun, so that a stall shows in every request that had to wait (no coordinated omission). What ends in
/// the time that is measured counts, also when it is late because more was asked for than can be done.
final class Load {

    /// A minute, in microseconds.
    static final long LONGEST = 60_000_000L;

    static final int DIGITS = 3;

    private Load() {}

    /// What one client does once; it throws if the answer is not the one expected.
    interface Client extends AutoCloseable {
        void once(long number) throws Exception;

        @Override
        default void close() throws IOException {}
    }

    /// Makes a client.
    interface Clients {
        Client client(int index) throws Exception;
    }

    /// What was measured.
    ///
    /// @param latencies in microseconds
    record Result(double perSecond, Histogram latencies, long errors) {

        /// Several measurements of the same length as one.
        static Result of(List<Result> rounds) {
            Histogram latencies = new Histogram(LONGEST, DIGITS);
            rounds.forEach(round -> latencies.add(round.latencies()));
            double sum = 0;
            long errors = 0;
            for (Result round : rounds) {
                sum += round.perSecond();
                errors += round.errors();
            }
            return new Result(sum / rounds.size(), latencies, errors);
        }

        double millis(double percentile) {
            return latencies.getValueAtPercentile(percentile) / 1000.0;
        }
    }

    /// Each client in a thread of its own.
    static Result closed(Clients clients, int many, Duration warmUp, Duration measured) throws Exception {
        Histogram latencies = new ConcurrentHistogram(LONGEST, DIGITS);
        AtomicLong numbers = new AtomicLong();
        AtomicLong errors = new AtomicLong();
        long from = System.nanoTime() + warmUp.toNanos();
        long until = from + measured.toNanos();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            Client client = clients.client(i);
            threads.add(Thread.ofPlatform().start(() -> {
                try (client) {
                    while (System.nanoTime() < until) {
                        long number = numbers.getAndIncrement();
                        long begin = System.nanoTime();
                        client.once(number);
                        long end = System.nanoTime();
                        if (end >= from && end <= until) {
                            latencies.recordValue(Math.min(LONGEST, (end - begin) / 1000));
                        }
                    }
                } catch (Exception failure) {
                    errors.incrementAndGet();
                    System.err.println("a client gave up: " + failure);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        return new Result(latencies.getTotalCount() / (measured.toNanos() / 1e9), latencies, errors.get());
    }
}
