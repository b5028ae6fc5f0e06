package fairlead.server.http;

import fairlead.server.access.AccessControl;
import fairlead.server.limit.Limits;
import fairlead.server.problem.Languages;
import fairlead.server.problem.Problem;
import fairlead.server.telemetry.Telemetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.http.UriCompliance.Violation;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;

/// The HTTP/1.1 server: listens, and runs each request on a virtual thread.
public final class HttpServer implements AutoCloseable {

    static final int HEADER_LIMIT = 16 * 1024;
    private static final int MOST_CONNECTIONS = 4096;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration GRACE = Duration.ofSeconds(30);

    /// How long a connection on which nothing happens may hold up the end.
    private static final Duration LAST_WORD = Duration.ofMillis(100);

    private static final long LOOK_MILLIS = 10;

    private final Server server;
    private final GracefulHandler graceful = new GracefulHandler();
    private final ServerConnector connector;
    private final Settings settings;
    private volatile @Nullable RequestHandler requests;

    /// Where to listen, under which address callers know it, and how to speak to them.
    ///
    /// @param port 0 for any that is free
    /// @param tls what to show to callers; empty for plain HTTP
    /// @param patience with a caller who sends nothing, or a body too slowly
    /// @param behindFront whether callers come through a front that says which address they have used
    /// @param languages in which callers can be told of problems
    public record Settings(
            String host,
            int port,
            Optional<URI> publicUrl,
            Optional<Tls> tls,
            Duration patience,
            boolean behindFront,
            Languages languages) {

        public Settings(String host, int port, Optional<URI> publicUrl, Optional<Tls> tls) {
            this(host, port, publicUrl, tls, PATIENCE);
        }

        public Settings(String host, int port, Optional<URI> publicUrl, Optional<Tls> tls, Duration patience) {
            this(host, port, publicUrl, tls, patience, false, Languages.shipped());
        }

        /// The same, with callers who come through a front.
        public Settings behindFront(boolean front) {
            return new Settings(host, port, publicUrl, tls, patience, front, languages);
        }

        /// The same, in other languages.
        public Settings speaking(Languages others) {
            return new Settings(host, port, publicUrl, tls, patience, behindFront, others);
        }
    }

    /// A server that does not listen yet; making it loads most of what it needs.
    public HttpServer(Settings settings) {
        this.settings = settings;
        VirtualThreadPool threads = new VirtualThreadPool(MOST_CONNECTIONS + 64);
        threads.setName("http");
        server = new Server(threads);
        connector = new ServerConnector(
                server, 1, 1, settings.tls().map(HttpServer::secure).orElseGet(HttpServer::plain));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setAcceptQueueSize(1024);
        connector.setIdleTimeout(settings.patience().toMillis());
        connector.setShutdownIdleTimeout(LAST_WORD.toMillis());
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, connector));
        server.setStopTimeout(GRACE.toMillis());
    }

    private static ConnectionFactory[] plain() {
        return new ConnectionFactory[] {new HttpConnectionFactory(configuration())};
    }

    private static ConnectionFactory[] secure(Tls tls) {
        HttpConfiguration configuration = configuration();
        SecureRequestCustomizer customizer = new SecureRequestCustomizer();
        customizer.setSniHostCheck(false);
        configuration.addCustomizer(customizer);
        String password = "only in memory";
        SslContextFactory.Server context = new SslContextFactory.Server();
        context.setKeyStore(tls.load(password.toCharArray()));
        context.setKeyStorePassword(password);
        return AbstractConnectionFactory.getFactories(context, new HttpConnectionFactory(configuration));
    }

    private static HttpConfiguration configuration() {
        HttpConfiguration configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setSendDateHeader(true);
        configuration.setRequestHeaderSize(HEADER_LIMIT);
        // What clients sign differs with every request, and would fill a cache without ever being found in it.
        configuration.setHeaderCacheSize(0);
        configuration.setUriCompliance(asWritten());
        return configuration;
    }

    /// [Request#segments()] alone takes paths apart, and strictly; so `//`, `%2F` and the like can't mean two
    /// things, and may come in.
    private static UriCompliance asWritten() {
        return UriCompliance.from(EnumSet.of(
                Violation.AMBIGUOUS_PATH_SEGMENT,
                Violation.AMBIGUOUS_EMPTY_SEGMENT,
                Violation.AMBIGUOUS_PATH_SEPARATOR,
                Violation.AMBIGUOUS_PATH_PARAMETER,
                Violation.AMBIGUOUS_PATH_ENCODING,
                Violation.UTF16_ENCODINGS,
                Violation.BAD_UTF8_ENCODING,
                Violation.TRUNCATED_UTF8_ENCODING,
                Violation.BAD_PERCENT_ENCODING,
                Violation.SUSPICIOUS_PATH_CHARACTERS));
    }

    /// Begins to listen.
    ///
    /// @param surfaces asked in this order
    /// @param trouble what an exception that is no problem means for the caller
    /// @param ids makes the ids of requests
    public void start(
            List<Surface> surfaces,
            Function<RuntimeException, Problem> trouble,
            Supplier<UUID> ids,
            Telemetry telemetry,
            Limits limits,
            AccessControl access) {
        RequestHandler handler = new RequestHandler(surfaces, trouble, ids, telemetry, limits, access, settings);
        requests = handler;
        server.setHandler(graceful);
        graceful.setHandler(handler);
        server.setErrorHandler(new ProtocolErrors(ids));
        try {
            server.start();
        } catch (IOException failure) {
            throw new UncheckedIOException(
                    "can't listen on " + settings.host() + ":" + settings.port() + ": " + reason(failure), failure);
        } catch (Exception failure) {
            throw new IllegalStateException("can't start the HTTP server", failure);
        }
    }

    private void letFinish() throws InterruptedException {
        RequestHandler started = requests;
        if (started != null) {
            started.refuseMore();
            long end = System.nanoTime() + GRACE.toNanos();
            while (graceful.getCurrentRequestCount() > 0 && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            server.setStopTimeout(Math.max(left, LAST_WORD.toMillis()));
        }
    }

    private static String reason(IOException failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage());
    }

    /// The port it listens on.
    public int port() {
        return connector.getLocalPort();
    }

    /// Takes no more requests but those for health, lets those under way finish, stops listening, and closes the
    /// connections.
    @Override
    public void close() {
        try {
            letFinish();
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("can't stop the HTTP server", failure);
        }
    }
}
