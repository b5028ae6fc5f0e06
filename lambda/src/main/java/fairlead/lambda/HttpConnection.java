package fairlead.lambda;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The part of HTTP/1.1 that a Lambda runtime uses: requests one after the other, bodies of known length or
/// chunked.
final class HttpConnection implements AutoCloseable {

    private static final int LONGEST_LINE = 8 << 10;
    private static final int MOST_HEADERS = 100;

    /// What is read of a body that is too large, so that its sender gets to hear so.
    private static final long PATIENCE = 64L << 20;

    private final Socket socket;
    private final InputStream in;

    HttpConnection(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 16 << 10);
    }

    /// The head of a request.
    ///
    /// @param headers by their names in lower case
    record Head(String method, String path, Map<String, String> headers) {

        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    void patience(int milliseconds) throws IOException {
        socket.setSoTimeout(milliseconds);
    }

    /// The next request; empty at the end of the connection.
    Optional<Head> next() throws IOException {
        String line = line();
        if (line.isEmpty()) {
            return Optional.empty();
        }
        String[] parts = line.split(" ", -1);
        if (parts.length != 3 || !parts[2].startsWith("HTTP/1.")) {
            throw new ProtocolException("not a request: " + line);
        }
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(); !header.isEmpty(); header = line()) {
            int colon = header.indexOf(':');
            if (colon < 1 || headers.size() == MOST_HEADERS) {
                throw new ProtocolException("too many headers, or not one: " + header);
            }
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        return Optional.of(new Head(parts[0], parts[1], headers));
    }

    /// The body that belongs to the head; empty if it has more bytes than that.
    Optional<byte[]> body(Head head, int most) throws IOException {
        if (head.header("expect").equalsIgnoreCase("100-continue")) {
            socket.getOutputStream().write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        Body body = new Body(most);
        if (head.header("transfer-encoding").toLowerCase(Locale.ROOT).endsWith("chunked")) {
            for (long size = chunk(); size > 0; size = chunk()) {
                body.take(size);
                line();
            }
            for (String trailer = line(); !trailer.isEmpty(); ) {
                trailer = line();
            }
        } else if (!head.header("content-length").isEmpty()) {
            body.take(number(head.header("content-length"), 10));
        }
        return body.bytes();
    }

    void answer(int status, Map<String, String> headers, byte[] body) throws IOException {
        StringBuilder head = new StringBuilder(256)
                .append("HTTP/1.1 ")
                .append(status)
                .append(status < 300 ? " OK\r\n" : " Refused\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Type: application/json\r\nContent-Length: ")
                .append(body.length)
                .append("\r\n\r\n");
        byte[] start = head.toString().getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        socket.getOutputStream().write(whole);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private long chunk() throws IOException {
        String line = line();
        int extension = line.indexOf(';');
        return number(extension < 0 ? line : line.substring(0, extension), 16);
    }

    private static long number(String text, int radix) throws IOException {
        try {
            long number = Long.parseLong(text.strip(), radix);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notOne) {
            // Answered below, like one that is negative.
        }
        throw new ProtocolException("not a length: " + text);
    }

    /// A line without its end; empty also at the end of the connection.
    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(128);
        for (int next = in.read(); next >= 0 && next != '\n'; next = in.read()) {
            if (line.size() == LONGEST_LINE) {
                throw new ProtocolException("a line is longer than " + LONGEST_LINE + " bytes");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private final class Body {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(4 << 10);
        private final int most;
        private long taken;

        Body(int most) {
            this.most = most;
        }

        void take(long size) throws IOException {
            byte[] buffer = new byte[(int) Math.min(size, 64 << 10)];
            for (long left = size; left > 0; ) {
                int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    throw new EOFException("the connection ended within a body");
                }
                left -= read;
                taken += read;
                if (taken <= most) {
                    bytes.write(buffer, 0, read);
                } else if (taken > PATIENCE) {
                    throw new ProtocolException("a body has more than " + PATIENCE + " bytes");
                }
            }
        }

        Optional<byte[]> bytes() {
            return taken <= most ? Optional.of(bytes.toByteArray()) : Optional.empty();
        }
    }
}
