package fairlead.server.fault;

import fairlead.testbed.PostgresServer;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// The connections to PostgreSQL, through a proxy that reads along. What a client sends up to the point at which it
/// waits for an answer is one call; what it asks for there says which place it is.
final class FaultyConnections implements FailingStore {

    static final String OPEN = "connection: open";
    static final String BEGIN = "BEGIN with a statement";
    static final String STATEMENT = "statement";
    static final String COMMIT = "COMMIT";
    static final String ROLLBACK = "ROLLBACK";

    private static final List<String> PLACES = List.of(OPEN, BEGIN, STATEMENT, COMMIT, ROLLBACK);
    private static final long STALL_MILLIS = 4000;

    /// What becomes of a call.
    enum Mode {
        /// The connection is closed, and the server sees nothing of the call.
        CUT_BEFORE,
        /// Half of it arrives.
        CUT_WITHIN,
        /// The server has done it, and its answer is lost.
        CUT_AFTER,
        /// Half of the answer arrives.
        CUT_WITHIN_ANSWER,
        /// It arrives late.
        STALL,
        /// It arrives as it was sent.
        PASS
    }

    private static final List<Mode> MODES = List.of(Mode.values());

    private final PostgresServer postgres;
    private final Path folder;
    private final ServerSocket door;
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private String database;
    private String place = "";
    private long first;
    private long times;
    private long seen;
    private long failed;
    private Mode mode = Mode.PASS;

    FaultyConnections(PostgresServer postgres, Path folder) {
        this.postgres = postgres;
        this.folder = folder;
        database = postgres.createDatabase();
        try {
            door = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        Thread.ofPlatform().daemon().name("proxy").start(this::accept);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                if (passing(OPEN) == Mode.PASS) {
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), port());
                    new Relayed(this, client, server).begin();
                } else {
                    client.close();
                }
            } catch (IOException closed) {
                // The next one may come through; after the end none does.
            }
        }
    }

    private int port() {
        String url = postgres.url(database);
        return java.net.URI.create(url).getPort();
    }

    private AtomicLong counter(String there) {
        return counts.computeIfAbsent(there, _ -> new AtomicLong());
    }

    /// Counts a call there, and says what becomes of it.
    synchronized Mode passing(String there) {
        counter(there).incrementAndGet();
        if (!there.equals(place)) {
            return Mode.PASS;
        }
        long number = seen++;
        if (number < first || number - first >= times) {
            return Mode.PASS;
        }
        failed++;
        return mode;
    }

    /// Holds a call back, for a while or until the store is healed.
    synchronized void stall() throws IOException {
        boolean lasting = times == Fault.UNTIL_HEALED;
        long end = System.nanoTime() + STALL_MILLIS * 1_000_000;
        try {
            while (!place.isEmpty() && (lasting || System.nanoTime() < end)) {
                wait(100);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException(interrupted);
        }
    }

    @Override
    public List<String> options() {
        String url = postgres.url(database).replace(":" + port() + "/", ":" + door.getLocalPort() + "/");
        return List.of("--database=" + url, "--data=" + folder.resolve("data"));
    }

    @Override
    public Map<String, String> environment() {
        return Map.of();
    }

    @Override
    public List<String> places() {
        return PLACES;
    }

    @Override
    public List<Fault> faults(String there) {
        Fault before = fault("cut before it arrives", 1, Mode.CUT_BEFORE);
        Fault lasting = fault("cut until healed", Fault.UNTIL_HEALED, Mode.CUT_BEFORE);
        if (there.equals(OPEN)) {
            return List.of(before, lasting);
        }
        return List.of(
                before,
                fault("cut three times", 3, Mode.CUT_BEFORE),
                lasting,
                fault("cut in the middle of it", 1, Mode.CUT_WITHIN),
                fault("cut before its answer", 1, Mode.CUT_AFTER),
                fault("cut in the middle of its answer", 1, Mode.CUT_WITHIN_ANSWER),
                fault("stalled for 4 s", 1, Mode.STALL),
                fault("stalled until healed", Fault.UNTIL_HEALED, Mode.STALL));
    }

    private static Fault fault(String name, long times, Mode mode) {
        return new Fault(name, times, MODES.indexOf(mode), 0, false);
    }

    @Override
    public long count(String there) {
        return counter(there).get();
    }

    @Override
    public synchronized void arm(String there, long number, Fault fault) {
        place = there;
        first = number;
        times = fault.times();
        mode = MODES.get(fault.mode());
        seen = 0;
        failed = 0;
    }

    @Override
    public synchronized long failed() {
        return failed;
    }

    @Override
    public synchronized void heal() {
        place = "";
        notifyAll();
    }

    @Override
    public void discard() {
        database = postgres.createDatabase();
    }

    @Override
    public List<String> damages() {
        return List.of();
    }

    @Override
    public void close() {
        heal();
        try {
            door.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Reads one message of PostgreSQL's protocol, of which the first byte may be the type.
    static byte[] message(DataInputStream in, boolean typed) throws IOException {
        int head = typed ? 5 : 4;
        byte[] start = new byte[head];
        in.readFully(start);
        int length = java.nio.ByteBuffer.wrap(start).getInt(head - 4);
        byte[] whole = java.util.Arrays.copyOf(start, head + length - 4);
        in.readFully(whole, head, length - 4);
        return whole;
    }

    static DataInputStream reading(Socket socket) throws IOException {
        return new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }
}
