package fairlead.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/// One keep-alive HTTP/1.1 connection that costs the generator next to nothing: requests are bytes made
/// beforehand, answers are read to their length and forgotten.
final class Connection implements AutoCloseable {

    private final SocketChannel channel;
    private final Answer answer = new Answer();

    Connection(int port) throws IOException {
        channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /// For who waits for several connections at once.
    SocketChannel channel() {
        return channel;
    }

    /// The last answer, or as much of it as has come.
    Answer answer() {
        return answer;
    }

    /// Sends a request and reads the answer; the status.
    int exchange(byte[] request) throws IOException {
        send(request);
        while (!receive()) {
            // There is more to come.
        }
        return answer.status();
    }

    /// Sends a request. The buffers of a connection to the same machine hold more than that.
    void send(byte[] request) throws IOException {
        answer.clear();
        ByteBuffer bytes = ByteBuffer.wrap(request);
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /// Reads what is there of the answer; whether it is whole.
    boolean receive() throws IOException {
        return answer.readFrom(channel);
    }

    /// The body of the last answer.
    String body() {
        return answer.body();
    }

    static byte[] request(String method, String path, String body) {
        return request(method, path, "application/json", body);
    }

    static byte[] request(String method, String path, String type, String body) {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + (content.length == 0
                        ? ""
                        : "Content-Type: " + type + "\r\nContent-Length: " + content.length + "\r\n")
                + "\r\n";
        return (head + body).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
