package fairlead.bench;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// One keep-alive HTTP/1.1 connection that costs the generator next to nothing: requests are bytes made
/// beforehand, answers are read to their length and forgotten.
final class Connection implements AutoCloseable {

    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] line = new byte[8192];
    private byte[] body = new byte[65_536];
    private int bodyLength;

    Connection(int port) throws IOException {
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        in = new BufferedInputStream(socket.getInputStream(), 16_384);
        out = socket.getOutputStream();
    }

    /// Sends a request and reads the answer; the status.
    int exchange(byte[] request) throws IOException {
        out.write(request);
        int length = readLine();
        int status = Integer.parseInt(new String(line, 9, 3, StandardCharsets.US_ASCII));
        int expected = 0;
        while ((length = readLine()) > 0) {
            if (startsWithLength(length)) {
                expected = Integer.parseInt(
                        new String(line, LENGTH.length, length - LENGTH.length, StandardCharsets.US_ASCII).strip());
            }
        }
        if (body.length < expected) {
            body = new byte[expected * 2];
        }
        bodyLength = in.readNBytes(body, 0, expected);
        return status;
    }

    /// The body of the last answer.
    String body() {
        return new String(body, 0, bodyLength, StandardCharsets.UTF_8);
    }

    private boolean startsWithLength(int length) {
        if (length < LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            if (Character.toLowerCase(line[i]) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private int readLine() throws IOException {
        int length = 0;
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            if (c != '\r') {
                line[length++] = (byte) c;
            }
        }
        return length;
    }

    static byte[] request(String method, String path, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + (content.length == 0
                        ? ""
                        : "Content-Type: application/json\r\nContent-Length: " + content.length + "\r\n")
                + "\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
