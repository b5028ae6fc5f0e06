package fairlead.bench;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;

/// HTTP requests over many keep-alive connections, from one thread that waits for all of them at once.
///
/// A thread for each connection would cost the machine a switch for each answer, and measure the order in which the
/// machine lets its threads run: on two cores that hides what the server does.
///
/// Each connection has one request under way. [Load] says what closed and open mean.
final class Traffic implements AutoCloseable {

    private static final long CHECK_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /// What is sent, and what must be answered.
    ///
    /// @param requests the bytes of the request of each number
    record Plan(int port, int clients, int status, LongFunction<byte[]> requests) {}

    private final Plan plan;
    private final double perSecond;
    private final Selector selector;
    private final Queue<Client> idle = new ArrayDeque<>();
    private final Histogram latencies = new Histogram(Load.LONGEST, Load.DIGITS);
    private final long from;
    private final long until;
    private long number;
    private long numberBefore;
    private long underWay;
    private long errors;

    private Traffic(Plan plan, double perSecond, Duration warmUp, Duration measured) throws IOException {
        this.plan = plan;
        this.perSecond = perSecond;
        selector = Selector.open();
        for (int i = 0; i < plan.clients(); i++) {
            idle.add(new Client());
        }
        from = System.nanoTime() + warmUp.toNanos();
        until = from + measured.toNanos();
    }

    /// Each client sends its next request when it has the answer to its last one.
    static Load.Result closed(Plan plan, Duration warmUp, Duration measured) throws IOException {
        return open(plan, 0, warmUp, measured);
    }

    /// Requests begin at a fixed rate, whether or not earlier ones have been answered. To warm up, they begin as fast
    /// as they are answered: a server that is still slow would be in arrears when the measurement begins.
    static Load.Result open(Plan plan, double perSecond, Duration warmUp, Duration measured) throws IOException {
        try (Traffic traffic = new Traffic(plan, perSecond, warmUp, measured)) {
            traffic.run();
            return new Load.Result(
                    traffic.latencies.getTotalCount() / (measured.toNanos() / 1e9), traffic.latencies, traffic.errors);
        }
    }

    private void run() throws IOException {
        while (errors < plan.clients() && (System.nanoTime() < until || underWay > 0)) {
            long wait = begin();
            if (wait > 0) {
                if (selector.selectNow(this::answered) == 0) {
                    LockSupport.parkNanos(Math.min(wait, CHECK_NANOS));
                }
            } else if (underWay > 0) {
                selector.select(this::answered);
            }
        }
    }

    /// Sends what is due.
    ///
    /// @return how long until the next one is due; 0 if that depends on an answer
    private long begin() throws IOException {
        while (!idle.isEmpty() && System.nanoTime() < until) {
            long now = System.nanoTime();
            long due = now;
            if (now < from) {
                numberBefore = number + 1;
            } else if (perSecond > 0) {
                due = from + (long) ((number - numberBefore) * 1e9 / perSecond);
            }
            if (due > now) {
                return due - now;
            }
            underWay++;
            idle.remove().send(plan.requests().apply(number++), due);
        }
        return 0;
    }

    private void answered(SelectionKey key) {
        Client client = (Client) key.attachment();
        try {
            underWay -= client.read() ? 1 : 0;
        } catch (IOException failure) {
            System.err.println("a client gave up: " + failure);
            errors++;
            underWay--;
            key.cancel();
        }
    }

    private final class Client {

        private final Connection connection = new Connection(plan.port());
        private long due;

        Client() throws IOException {
            connection.channel().configureBlocking(false);
            connection.channel().register(selector, SelectionKey.OP_READ, this);
        }

        void send(byte[] request, long dueAt) throws IOException {
            due = dueAt;
            connection.send(request);
        }

        /// Whether its request has its answer now.
        boolean read() throws IOException {
            if (!connection.receive()) {
                return false;
            }
            long now = System.nanoTime();
            if (connection.answer().status() != plan.status()) {
                throw new IOException("expected " + plan.status() + ", got " + connection.answer());
            }
            if (due >= from && now <= until) {
                latencies.recordValue(Math.min(Load.LONGEST, (now - due) / 1000));
            }
            idle.add(this);
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
