package fairlead.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import tools.jackson.databind.json.JsonMapper;

/// What the machine and the parts could do at best.
final class Limits {

    private static final int PAGE = 4096;

    private Limits() {}

    /// Appends a page and flushes it, one after the other: what a disk grants to one writer.
    static Load.Result flushes(Path folder, Duration measured) throws IOException {
        Histogram latencies = new Histogram(60_000_000L, 3);
        ByteBuffer page = ByteBuffer.allocateDirect(PAGE);
        try (FileChannel file =
                FileChannel.open(folder.resolve("flushes"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long until = System.nanoTime() + measured.toNanos();
            while (System.nanoTime() < until) {
                long begin = System.nanoTime();
                file.write(page.rewind());
                file.force(false);
                latencies.recordValue((System.nanoTime() - begin) / 1000);
            }
        }
        return new Load.Result(latencies.getTotalCount() / (measured.toMillis() / 1000.0), latencies, 0);
    }

    /// The HTTP server alone: GET answers 700 bytes, PUT parses its body and sends it back.
    static final class BareHttp implements AutoCloseable {

        private final Server server;
        private final int port;

        BareHttp() throws Exception {
            server = new Server(new VirtualThreadPool());
            ServerConnector connector = new ServerConnector(server);
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            server.setHandler(new Echo());
            server.start();
            port = connector.getLocalPort();
        }

        int port() {
            return port;
        }

        @Override
        public void close() {
            LifeCycle.stop(server);
        }
    }

    private static final class Echo extends Handler.Abstract {

        private static final byte[] ANSWER = "x".repeat(700).getBytes(StandardCharsets.UTF_8);

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            byte[] answer = ANSWER;
            if (request.getMethod().equals("PUT")) {
                String body = Content.Source.asString(request, StandardCharsets.UTF_8);
                answer = JsonMapper.shared()
                        .writeValueAsBytes(JsonMapper.shared().readTree(body));
            }
            response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
            response.write(true, ByteBuffer.wrap(answer), callback);
            return true;
        }
    }
}
