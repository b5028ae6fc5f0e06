package fairlead.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;

/// The rest of a body that the server does not need: of a body that is too large, or of a request that is refused
/// because of its headers.
///
/// If the server closes a connection while bytes are still on their way, the connection is reset, and clients
/// that send everything before they read see the reset instead of the answer. So the server sends the answer
/// first, and then reads and discards the body until it ends or exceeds a limit. Only then does it end the
/// answer, and with that closes the connection.
final class UnreadBody {

    private static final long MOST = 64L << 20;
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final int PART = 16 << 10;
    private static final int MOST_AT_ONCE = 64;

    private UnreadBody() {}

    /// Whether there is more of the body than has come so far; what has come is thrown away. Jetty's own way of asking
    /// this leaves nothing to read behind.
    static boolean isComing(Request request) {
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            Content.Chunk chunk = request.read();
            if (chunk == null || Content.Chunk.isFailure(chunk)) {
                return true;
            }
            chunk.release();
            if (chunk.isLast()) {
                return false;
            }
        }
        return true;
    }

    /// Sends the answer, which says that the connection is closed behind it.
    static void answerFirst(Request request, Response response, byte[] answer, Callback callback) {
        try (Blocker.Callback sent = Blocker.callback()) {
            response.write(false, ByteBuffer.wrap(answer), sent);
            sent.block();
        } catch (IOException brokenOff) {
            callback.failed(brokenOff);
            return;
        }
        if (!isHeldBack(request)) {
            throwAway(request);
        }
        response.write(true, ByteBuffer.allocate(0), callback);
    }

    /// Whether the caller has waited with the body until it would be told to go on, and now is not.
    private static boolean isHeldBack(Request request) {
        return request.getHeaders().contains(HttpHeader.EXPECT);
    }

    private static void throwAway(Request request) {
        long begin = System.nanoTime();
        byte[] part = new byte[PART];
        try (InputStream rest = Content.Source.asInputStream(request)) {
            long length = 0;
            for (int read = 0; read >= 0 && length < MOST && System.nanoTime() - begin < LONGEST.toNanos(); ) {
                length += read;
                read = rest.read(part);
            }
        } catch (IOException gone) {
            // Who does not send the rest needs no more.
        }
    }
}
