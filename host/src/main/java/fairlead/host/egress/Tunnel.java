package fairlead.host.egress;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Two connections, of which each is given what comes by the other.
///
/// One direction that ends ends only that one. When nothing goes by any for long, both end.
final class Tunnel {

    private static final Logger LOG = LoggerFactory.getLogger(Tunnel.class);
    private static final int BUFFER = 16 << 10;

    private final AtomicLong carried = new AtomicLong();
    private final Socket inside;
    private final InputStream fromInside;
    private final Socket outside;
    private final Duration idle;

    /// @param fromInside what comes from the inside, of which some may have been read from the socket already
    Tunnel(Socket inside, InputStream fromInside, Socket outside, Duration idle) {
        this.inside = inside;
        this.fromInside = fromInside;
        this.outside = outside;
        this.idle = idle;
    }

    /// Until both directions have ended.
    void carry() throws IOException {
        inside.setSoTimeout((int) idle.toMillis());
        outside.setSoTimeout((int) idle.toMillis());
        Thread back = Thread.ofVirtual().name("egress-back").start(() -> {
            try {
                pour(outside.getInputStream(), inside);
            } catch (IOException ended) {
                LOG.debug("a tunnel ended", ended);
                close();
            }
        });
        try {
            pour(fromInside, outside);
        } catch (IOException ended) {
            close();
            throw ended;
        } finally {
            await(back);
        }
    }

    private void await(Thread back) throws IOException {
        try {
            back.join();
        } catch (InterruptedException interrupted) {
            close();
            Thread.currentThread().interrupt();
        }
    }

    private void pour(InputStream from, Socket to) throws IOException {
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[BUFFER];
        long seen = carried.get();
        while (true) {
            int count;
            try {
                count = from.read(buffer);
            } catch (SocketTimeoutException quiet) {
                long now = carried.get();
                if (now == seen) {
                    throw quiet;
                }
                seen = now;
                continue;
            }
            if (count < 0) {
                to.shutdownOutput();
                return;
            }
            out.write(buffer, 0, count);
            seen = carried.addAndGet(count);
        }
    }

    private void close() {
        try (inside;
                outside) {
            LOG.trace("both ends are closed");
        } catch (IOException closed) {
            LOG.debug("closing a tunnel", closed);
        }
    }
}
