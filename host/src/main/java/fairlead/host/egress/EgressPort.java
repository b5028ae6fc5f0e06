package fairlead.host.egress;

import fairlead.host.egress.EgressProxy.Limits;
import fairlead.host.egress.EgressProxy.Outcome;
import fairlead.host.egress.EgressProxy.Refusal;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The port of the proxy by which one process goes out, on a loopback address. Closed, it ends all that went by
/// it.
public final class EgressPort implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EgressPort.class);
    private static final Duration AFTER_A_FAILURE = Duration.ofMillis(100);
    private static final int LONGEST_HEAD = 8 << 10;
    private static final int WAITING = 64;
    private static final int ANSWERS = 16;
    private static final int LOGGED_IN_FULL = 20;
    private static final int LOGGED_LATER = 100;

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final LongAdder refused = new LongAdder();
    private final EgressProxy proxy;
    private final String type;
    private final List<Destination> allowed;
    private final Limits limits;
    private final Semaphore room;
    private final Semaphore served;
    private final ServerSocket listener;

    EgressPort(EgressProxy proxy, String type, List<Destination> allowed, Limits limits) throws IOException {
        this.proxy = proxy;
        this.type = type;
        this.allowed = List.copyOf(allowed);
        this.limits = limits;
        room = new Semaphore(limits.connections());
        // Some more than that can be told that they are too many; further ones wait to be accepted.
        served = new Semaphore(limits.connections() + ANSWERS);
        listener = new ServerSocket(0, WAITING, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
        Thread.ofVirtual().name("egress").start(this::accept);
    }

    /// Its number.
    public int number() {
        return listener.getLocalPort();
    }

    @Override
    public void close() {
        end(listener);
        open.forEach(EgressPort::end);
    }

    private static void end(java.io.Closeable socket) {
        try {
            socket.close();
        } catch (IOException closed) {
            LOG.debug("closing", closed);
        }
    }

    private void accept() {
        try {
            while (!listener.isClosed()) {
                acceptOne();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void acceptOne() throws InterruptedException {
        served.acquire();
        try {
            Socket socket = listener.accept();
            open.add(socket);
            Thread.ofVirtual().name("egress").start(() -> serve(socket));
            if (listener.isClosed()) {
                // It came while the port was closed: what was open then has been ended already.
                end(socket);
            }
        } catch (IOException failure) {
            served.release();
            LOG.debug("accepting", failure);
            rest();
        }
    }

    /// Out of descriptors, for example: the next attempt would fail as fast as this one did.
    private void rest() throws InterruptedException {
        if (!listener.isClosed()) {
            Thread.sleep(AFTER_A_FAILURE);
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            boolean taken = room.tryAcquire();
            try {
                serve(socket, taken);
            } finally {
                if (taken) {
                    room.release();
                }
            }
        } catch (IOException ended) {
            LOG.debug("a connection of {} ended", type, ended);
        } finally {
            open.remove(socket);
            served.release();
        }
    }

    private void serve(Socket socket, boolean room) throws IOException {
        socket.setSoTimeout((int) limits.patience().toMillis());
        InputStream in = new BufferedInputStream(socket.getInputStream());
        Socket target;
        try {
            target = connected(destination(in), room);
        } catch (Refusal refusal) {
            refuse(socket, refusal);
            return;
        }
        try (target) {
            proxy.counted(Outcome.CONNECTED);
            write(socket.getOutputStream(), "200 Connection Established", "");
            new Tunnel(socket, in, target, limits.idle()).carry();
        } finally {
            open.remove(target);
        }
    }

    private void refuse(Socket socket, Refusal refusal) throws IOException {
        proxy.counted(refusal.outcome());
        refused.increment();
        long number = refused.sum();
        if (number <= LOGGED_IN_FULL || number % LOGGED_LATER == 0) {
            LOG.warn("{}: refused connection {} of this process: {}", type, number, refusal.told());
        }
        String status = switch (refusal.outcome()) {
            case UNDECLARED, PRIVATE -> "403 Forbidden";
            case TOO_MANY -> "503 Service Unavailable";
            case UNREACHABLE -> "502 Bad Gateway";
            case NOT_UNDERSTOOD -> "400 Bad Request";
            case CONNECTED -> throw new IllegalStateException("a connection that was made is refused");
        };
        write(socket.getOutputStream(), status, "Fairlead: " + refusal.told() + ".\n");
    }

    private static void write(OutputStream out, String status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        String head = body.length == 0
                ? ""
                : "Content-Type: text/plain; charset=utf-8\r\nConnection: close\r\nContent-Length: " + body.length
                        + "\r\n";
        out.write(("HTTP/1.1 " + status + "\r\n" + head + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
    }

    private Socket connected(Destination asked, boolean room) throws Refusal {
        if (!room) {
            throw new Refusal(Outcome.TOO_MANY, "the process has " + limits.connections() + " connections already");
        }
        String last = "it has no address";
        for (InetAddress address : proxy.judge(type, allowed, asked)) {
            Socket target = new Socket();
            open.add(target);
            try {
                // The address that was judged: a name that has another one meanwhile leads nowhere else.
                target.connect(new InetSocketAddress(address, asked.port()), (int)
                        limits.patience().toMillis());
                return target;
            } catch (IOException failure) {
                last = String.valueOf(failure.getMessage());
                open.remove(target);
                end(target);
            }
        }
        throw new Refusal(Outcome.UNREACHABLE, asked + " takes no connection: " + last);
    }

    /// What a request asks to be connected to.
    private static Destination destination(InputStream in) throws IOException, Refusal {
        String head = head(in);
        String first = head.lines().findFirst().orElse("");
        String[] words = first.split(" ", -1);
        if (words.length != 3 || !words[2].matches("HTTP/1\\.[01]")) {
            throw new Refusal(Outcome.NOT_UNDERSTOOD, "expected 'CONNECT HOST:PORT HTTP/1.1'");
        }
        if (!words[0].equals("CONNECT")) {
            throw new Refusal(
                    Outcome.NOT_UNDERSTOOD, "this proxy knows the method CONNECT alone: plain HTTP does not go by it");
        }
        try {
            Destination asked = Destination.parse(words[1]);
            if (asked.host().startsWith("*")) {
                throw new Refusal(Outcome.NOT_UNDERSTOOD, "a host to connect to has no '*'");
            }
            return asked;
        } catch (IllegalArgumentException malformed) {
            throw new Refusal(Outcome.NOT_UNDERSTOOD, String.valueOf(malformed.getMessage()));
        }
    }

    private static String head(InputStream in) throws IOException, Refusal {
        StringBuilder head = new StringBuilder();
        try {
            while (head.length() < LONGEST_HEAD) {
                int c = in.read();
                if (c < 0) {
                    throw new IOException("broken off");
                }
                if ((c < ' ' && c != '\r' && c != '\n' && c != '\t') || c > '~') {
                    throw new Refusal(Outcome.NOT_UNDERSTOOD, "expected 'CONNECT HOST:PORT HTTP/1.1'");
                }
                head.append((char) c);
                if (c == '\n' && (head.indexOf("\r\n\r\n", head.length() - 4) >= 0)) {
                    return head.toString();
                }
            }
        } catch (SocketTimeoutException slow) {
            throw new Refusal(Outcome.NOT_UNDERSTOOD, "no request came in time");
        }
        throw new Refusal(Outcome.NOT_UNDERSTOOD, "expected at most " + LONGEST_HEAD + " bytes before an empty line");
    }
}
