package fairlead.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.BufferUtil;

/// Whether a caller is still connected while its request is worked on.
///
/// The server does not read from an HTTP/1.1 connection meanwhile, and so does not notice that the caller has
/// closed it. This class looks at the connection when it is asked to. Used by the thread that works on the
/// request, once it has the whole body.
final class CallerPresence {

    private final Connection connection;
    private boolean sure;

    CallerPresence(Request request) {
        connection = request.getConnectionMetaData().getConnection();
    }

    /// Whether nothing more can come from the caller.
    boolean isOver() {
        EndPoint end = connection.getEndPoint();
        if (!end.isOpen() || end.isInputShutdown()) {
            return true;
        }
        if (sure || !(connection instanceof Connection.UpgradeTo reader)) {
            return false;
        }
        ByteBuffer next = BufferUtil.allocate(1);
        try {
            int read = end.fill(next);
            if (read > 0) {
                // The caller has sent its next request already: who does that is there.
                sure = true;
                reader.onUpgradeTo(next);
            }
            return read < 0;
        } catch (IOException broken) {
            return true;
        }
    }
}
