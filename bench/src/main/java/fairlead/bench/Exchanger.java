package fairlead.bench;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/// A client that sends requests over one connection and expects one status.
final class Exchanger implements Load.Client {

    private final Connection connection;
    private final int expected;
    private final LongFunction<byte[]> requests;

    Exchanger(int port, int expected, LongFunction<byte[]> requests) throws IOException {
        connection = new Connection(port);
        this.expected = expected;
        this.requests = requests;
    }

    @Override
    public void once(long number) throws IOException {
        int status = connection.exchange(requests.apply(number));
        if (status != expected) {
            throw new IOException("expected " + expected + ", got " + status + ": " + connection.body());
        }
    }

    /// The body of the last answer.
    String body() {
        return connection.body();
    }

    static void untilBodyHas(Exchanger client, Supplier<byte[]> request, String text)
            throws IOException, InterruptedException {
        while (true) {
            client.connection.exchange(request.get());
            if (client.connection.body().contains(text)) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
