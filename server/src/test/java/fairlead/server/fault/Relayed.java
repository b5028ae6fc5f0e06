package fairlead.server.fault;

import fairlead.server.fault.FaultyConnections.Mode;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// One connection to PostgreSQL that the proxy relays.
final class Relayed {

    private static final int SECURE_REQUEST = 80_877_103;
    private static final int ENCRYPTED_REQUEST = 80_877_104;

    private final FaultyConnections proxy;
    private final Socket client;
    private final Socket server;
    private final Map<String, String> prepared = new HashMap<>();

    /// What becomes of the answer that comes next.
    private volatile Mode answer = Mode.PASS;

    Relayed(FaultyConnections proxy, Socket client, Socket server) {
        this.proxy = proxy;
        this.client = client;
        this.server = server;
    }

    void begin() {
        Thread.ofVirtual().start(() -> untilClosed(this::relayCalls));
    }

    private interface Relaying {
        void run() throws IOException;
    }

    private void untilClosed(Relaying relaying) {
        try {
            relaying.run();
        } catch (IOException closed) {
            // By either side, or by a fault: the other one is closed as well.
        } finally {
            close();
        }
    }

    private void close() {
        for (Socket socket : new Socket[] {client, server}) {
            try {
                socket.close();
            } catch (IOException ignored) {
                // It is of no use any more.
            }
        }
    }

    private void relayCalls() throws IOException {
        DataInputStream in = FaultyConnections.reading(client);
        DataInputStream answers = FaultyConnections.reading(server);
        byte[] first = FaultyConnections.message(in, false);
        int code = ByteBuffer.wrap(first).getInt(4);
        while (code == SECURE_REQUEST || code == ENCRYPTED_REQUEST) {
            send(server, first, first.length);
            client.getOutputStream().write(answers.readByte());
            first = FaultyConnections.message(in, false);
            code = ByteBuffer.wrap(first).getInt(4);
        }
        send(server, first, first.length);
        Thread.ofVirtual().start(() -> untilClosed(() -> relayAnswers(answers)));
        while (true) {
            relayCall(in);
        }
    }

    /// All that the client sends until it waits.
    private void relayCall(DataInputStream in) throws IOException {
        ByteArrayOutputStream call = new ByteArrayOutputStream();
        String place = "";
        while (true) {
            byte[] message = FaultyConnections.message(in, true);
            call.write(message);
            place = stronger(place, place(message));
            if (message[0] == 'S' || message[0] == 'Q' || message[0] == 'p' || message[0] == 'X') {
                pass(call.toByteArray(), place);
                return;
            }
        }
    }

    private void pass(byte[] call, String place) throws IOException {
        Mode mode = place.isEmpty() ? Mode.PASS : proxy.passing(place);
        switch (mode) {
            case PASS -> send(server, call, call.length);
            case STALL -> {
                proxy.stall();
                send(server, call, call.length);
            }
            case CUT_BEFORE -> throw new IOException("cut");
            case CUT_WITHIN -> {
                send(server, call, call.length / 2);
                throw new IOException("cut");
            }
            case CUT_AFTER, CUT_WITHIN_ANSWER -> {
                answer = mode;
                send(server, call, call.length);
            }
        }
    }

    private static void send(Socket to, byte[] bytes, int length) throws IOException {
        to.getOutputStream().write(bytes, 0, length);
        to.getOutputStream().flush();
    }

    private void relayAnswers(DataInputStream in) throws IOException {
        while (true) {
            byte[] message = FaultyConnections.message(in, true);
            if (answer == Mode.PASS) {
                send(client, message, message.length);
            } else if (answer == Mode.CUT_WITHIN_ANSWER) {
                send(client, message, Math.max(1, message.length / 2));
                throw new IOException("cut");
            } else if (message[0] == 'Z') {
                throw new IOException("cut");
            }
        }
    }

    /// What a message asks for; nothing of one that asks for nothing.
    private String place(byte[] message) {
        return switch (message[0]) {
            case 'Q' -> of(text(message, 5));
            case 'P' -> {
                String name = text(message, 5);
                String sql = text(message, 5 + name.getBytes(StandardCharsets.UTF_8).length + 1);
                prepared.put(name, sql);
                yield "";
            }
            case 'B' -> {
                String portal = text(message, 5);
                String name = text(message, 5 + portal.getBytes(StandardCharsets.UTF_8).length + 1);
                yield of(prepared.getOrDefault(name, ""));
            }
            default -> "";
        };
    }

    private static String of(String sql) {
        String word = sql.strip().split("\\s+", 2)[0].toUpperCase(Locale.ROOT);
        return switch (word) {
            case "" -> "";
            case "BEGIN" -> FaultyConnections.BEGIN;
            case "COMMIT" -> FaultyConnections.COMMIT;
            case "ROLLBACK" -> FaultyConnections.ROLLBACK;
            default -> FaultyConnections.STATEMENT;
        };
    }

    private static String stronger(String one, String other) {
        return one.isEmpty() || (one.equals(FaultyConnections.STATEMENT) && !other.isEmpty()) ? other : one;
    }

    /// The text that ends with a zero byte.
    private static String text(byte[] message, int from) {
        int end = from;
        while (message[end] != 0) {
            end++;
        }
        return new String(Arrays.copyOfRange(message, from, end), StandardCharsets.UTF_8);
    }
}
