package fairlead.server.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/// An OTLP collector: takes `ExportTraceServiceRequest`s over HTTP and reads them by their field numbers in
/// `opentelemetry/proto/trace/v1/trace.proto`.
public final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();

    /// @param status 2 if it has failed
    public record Span(
            String traceId,
            String spanId,
            String parent,
            String name,
            long kind,
            long begin,
            long end,
            Map<String, Object> attributes,
            long status) {}

    public Collector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
        server.start();
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    public List<Span> spans() {
        return List.copyOf(spans);
    }

    /// The spans whose names begin so, in the order in which they began.
    public List<Span> named(String beginning) {
        return spans.stream()
                .filter(span -> span.name().startsWith(beginning))
                .sorted(java.util.Comparator.comparingLong(Span::begin))
                .toList();
    }

    /// All that was sent, each byte a character.
    public String everything() {
        return String.join("\n", bodies);
    }

    private void take(HttpExchange exchange) {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            bodies.add(new String(body, StandardCharsets.ISO_8859_1));
            for (Message resource : new Message(body).messages(1)) {
                for (Message scope : resource.messages(2)) {
                    scope.messages(2).forEach(span -> spans.add(span(span)));
                }
            }
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Span span(Message span) {
        Map<String, Object> attributes = new HashMap<>();
        for (Message pair : span.messages(9)) {
            Message value = pair.messages(2).getFirst();
            attributes.put(pair.text(1), value.has(1) ? value.text(1) : (Object) value.number(3));
        }
        return new Span(
                span.hex(1),
                span.hex(2),
                span.hex(4),
                span.text(5),
                span.number(6),
                span.number(7),
                span.number(8),
                attributes,
                span.has(15) ? span.messages(15).getFirst().number(3) : 0);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /// A message of Protocol Buffers, as far as it can be read without its definition.
    private static final class Message {

        private final byte[] bytes;
        private final Map<Integer, List<Object>> fields = new HashMap<>();
        private int at;

        Message(byte[] bytes) {
            this.bytes = bytes;
            while (at < bytes.length) {
                long tag = varint();
                Object value = switch ((int) tag & 7) {
                    case 0 -> varint();
                    case 1 -> fixed(8);
                    case 2 -> delimited((int) varint());
                    case 5 -> fixed(4);
                    default -> throw new IllegalArgumentException("no wire type is " + (tag & 7));
                };
                fields.computeIfAbsent((int) (tag >>> 3), _ -> new ArrayList<>())
                        .add(value);
            }
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[at++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        private long fixed(int size) {
            long value = 0;
            for (int i = 0; i < size; i++) {
                value |= (bytes[at++] & 0xffL) << (8 * i);
            }
            return value;
        }

        private byte[] delimited(int length) {
            at += length;
            return java.util.Arrays.copyOfRange(bytes, at - length, at);
        }

        boolean has(int field) {
            return fields.containsKey(field);
        }

        private Object first(int field) {
            return fields.getOrDefault(field, List.of()).getFirst();
        }

        long number(int field) {
            return has(field) ? (Long) first(field) : 0;
        }

        String text(int field) {
            return has(field) ? new String((byte[]) first(field), StandardCharsets.UTF_8) : "";
        }

        String hex(int field) {
            return has(field) ? HexFormat.of().formatHex((byte[]) first(field)) : "";
        }

        List<Message> messages(int field) {
            return fields.getOrDefault(field, List.of()).stream()
                    .map(value -> new Message((byte[]) value))
                    .toList();
        }
    }
}
