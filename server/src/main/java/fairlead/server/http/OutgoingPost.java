package fairlead.server.http;

import fairlead.schema.reference.PublicAddress;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/// Posts one body to one receiver, and reads only the head of the answer.
///
/// The connection goes to the very address that was checked, so that the name can't resolve to another
/// address in between. A redirect is not followed, since it could lead anywhere.
public final class OutgoingPost {

    private static final int LONGEST_HEAD = 16 << 10;
    private static final int MOST_RETRY_DIGITS = 18;

    private final boolean anywhere;
    private final Duration patience;

    /// @param anywhere whether receivers may be in private networks and on this machine
    /// @param patience for all of it
    public OutgoingPost(boolean anywhere, Duration patience) {
        this.anywhere = anywhere;
        this.patience = patience;
    }

    /// @param retryAfter how long the receiver wants to be left alone
    public record Answer(int status, Optional<Duration> retryAfter) {}

    public boolean anywhere() {
        return anywhere;
    }

    /// Throws [IOException] if there is no answer.
    public Answer send(URI url, Map<String, String> headers, byte[] body) throws IOException {
        try (Socket socket = new Socket()) {
            Thread alarm = Thread.ofVirtual().name("post-alarm").start(() -> closeAfter(socket));
            try {
                return exchange(socket, url, headers, body);
            } finally {
                alarm.interrupt();
            }
        }
    }

    private void closeAfter(Socket socket) {
        try (socket) {
            Thread.sleep(patience);
        } catch (InterruptedException inTime) {
            Thread.currentThread().interrupt();
        } catch (IOException closed) {
            // It is closed, and that is what was wanted.
        }
    }

    private Answer exchange(Socket plain, URI url, Map<String, String> headers, byte[] body) throws IOException {
        boolean secure = "https".equals(url.getScheme());
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        plain.connect(new InetSocketAddress(address(url.getHost()), port), (int) patience.toMillis());
        try (Socket socket = secure ? secured(plain, url.getHost(), port) : plain) {
            OutputStream out = socket.getOutputStream();
            out.write(head(url, headers, body.length).getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
            return answer(new BufferedInputStream(socket.getInputStream()));
        }
    }

    private InetAddress address(String host) throws IOException {
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        List<InetAddress> addresses = List.of(InetAddress.getAllByName(name));
        for (InetAddress address : addresses) {
            if (!anywhere && !PublicAddress.is(address)) {
                throw new IOException("the host " + host + " has the private address " + address.getHostAddress());
            }
        }
        return addresses.getFirst();
    }

    private static Socket secured(Socket plain, String host, int port) throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static String head(URI url, Map<String, String> headers, int length) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        StringBuilder head = new StringBuilder("POST ")
                .append(path)
                .append(url.getRawQuery() == null ? "" : "?" + url.getRawQuery())
                .append(" HTTP/1.1\r\nHost: ")
                .append(url.getRawAuthority())
                .append("\r\nContent-Length: ")
                .append(length)
                .append("\r\nConnection: close\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        return head.append("\r\n").toString();
    }

    private static Answer answer(InputStream in) throws IOException {
        int left = LONGEST_HEAD;
        while (true) {
            String first = line(in, left);
            left -= first.length();
            if (!first.matches("HTTP/1\\.[01] [1-5]\\d\\d( .*)?")) {
                throw new IOException("the answer is not HTTP");
            }
            int status = Integer.parseInt(first.substring(9, 12));
            Optional<Duration> retryAfter = Optional.empty();
            for (String line = line(in, left); !line.isEmpty(); line = line(in, left)) {
                left -= line.length();
                Optional<Duration> told = retryAfter(line);
                retryAfter = told.isPresent() ? told : retryAfter;
            }
            if (status >= 200) {
                return new Answer(status, retryAfter);
            }
        }
    }

    private static Optional<Duration> retryAfter(String line) {
        String[] parts = line.split(":", 2);
        String value = parts.length < 2 ? "" : parts[1].strip();
        boolean seconds = parts[0].equalsIgnoreCase("Retry-After") && value.matches("\\d{1," + MOST_RETRY_DIGITS + "}");
        return seconds ? Optional.of(Duration.ofSeconds(Long.parseLong(value))) : Optional.empty();
    }

    private static String line(InputStream in, int most) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0 || line.length() >= most) {
                throw new IOException(c < 0 ? "the receiver broke off" : "the head of the answer is too long");
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }
}
