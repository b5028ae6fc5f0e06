package fairlead.server.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// One connection on which requests are written as they stand.
final class RawHttp implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    /// An answer.
    record Answer(int status, List<String> headers, String body) {

        String header(String name) {
            return headers.stream()
                    .filter(line -> line.toLowerCase(java.util.Locale.ROOT)
                            .startsWith(name.toLowerCase(java.util.Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst()
                    .orElse("");
        }
    }

    RawHttp(URI server) throws IOException {
        socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(20_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /// Sends a head, its lines separated by line feeds, and then a body.
    Answer send(String head, String body) throws IOException {
        write(head, body);
        return answer();
    }

    /// Sends the same, without reading the answer.
    void write(String head, String body) throws IOException {
        socket.getOutputStream()
                .write((head.strip().replace("\n", "\r\n") + "\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
    }

    Answer answer() throws IOException {
        int status = Integer.parseInt(line().split(" ")[1]);
        List<String> headers = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            headers.add(line);
        }
        Answer head = new Answer(status, headers, "");
        int length = head.header("Content-Length").isEmpty() ? 0 : Integer.parseInt(head.header("Content-Length"));
        return new Answer(status, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the connection was closed after '" + line + "'");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    /// Whether the server has closed the connection.
    boolean isClosed() throws IOException {
        return in.read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
