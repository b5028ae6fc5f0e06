package fairlead.server.http;

import fairlead.server.access.AccessControl;
import fairlead.server.access.cell.FrontTokens;
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
    private static final String LOOPBACK = "127.0.0.1";
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
    private final Optional<CertificateReload> certificate;
    private volatile @Nullable RequestHandler requests;

    /// Where to listen, under which address callers know it, and how to speak to them.
    ///
    /// @param port 0 for any that is free
    /// @param tls what to show to callers; empty for plain HTTP
    /// @param patience with a caller who sends nothing, or a body too slowly
    /// @param languages in which callers can be told of problems
    /// @param reach how callers come
    public record Settings(
            String host,
            int port,
            Optional<URI> publicUrl,
            Optional<Tls> tls,
            Duration patience,
            Languages languages,
            Reach reach) {

        public Settings(String host, int port, Optional<URI> publicUrl, Optional<Tls> tls) {
            this(host, port, publicUrl, tls, PATIENCE);
        }

        public Settings(String host, int port, Optional<URI> publicUrl, Optional<Tls> tls, Duration patience) {
            this(host, port, publicUrl, tls, patience, Languages.shipped(), Reach.FROM_THIS_MACHINE);
        }

        /// The same, with callers who come so.
        public Settings reached(Reach other) {
            return new Settings(host, port, publicUrl, tls, patience, languages, other);
        }

        /// The same, in other languages.
        public Settings speaking(Languages others) {
            return new Settings(host, port, publicUrl, tls, patience, others, reach);
        }
    }

    /// How callers come to a server.
    ///
    /// @param exposure which machines requests are taken from
    /// @param loopbackPort where plain HTTP is spoken, too, with programs on this machine alone
    /// @param behindFront whether callers come through a front that says which address they have used
    /// @param tokens by which it is known that a front says it; empty where each request is taken for a front's
    public record Reach(
            Exposure exposure, Optional<Integer> loopbackPort, boolean behindFront, Optional<FrontTokens> tokens) {

        /// Of callers that have to show no token of a front.
        public Reach(Exposure exposure, Optional<Integer> loopbackPort, boolean behindFront) {
            this(exposure, loopbackPort, behindFront, Optional.empty());
        }

        static final Reach FROM_THIS_MACHINE = new Reach(Exposure.THIS_MACHINE, Optional.empty(), false);
    }

    /// A server that does not listen yet; making it loads most of what it needs.
    public HttpServer(Settings settings) {
        this.settings = settings;
        VirtualThreadPool threads = new VirtualThreadPool(MOST_CONNECTIONS + 64);
        threads.setName("http");
        server = new Server(threads);
        SslContextFactory.Server context = secureContext();
        certificate = settings.tls().map(tls -> CertificateReload.of(tls, context));
        connector = connector(settings.host(), settings.port(), certificate.isPresent() ? secure(context) : plain());
        settings.reach().loopbackPort().ifPresent(port -> connector(LOOPBACK, port, plain()));
        server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
        server.setStopTimeout(GRACE.toMillis());
    }

    private ServerConnector connector(String host, int port, ConnectionFactory... protocols) {
        ServerConnector made = new ServerConnector(server, 1, 1, protocols);
        made.setHost(host);
        made.setPort(port);
        made.setAcceptQueueSize(1024);
        made.setIdleTimeout(settings.patience().toMillis());
        made.setShutdownIdleTimeout(LAST_WORD.toMillis());
        server.addConnector(made);
        return made;
    }

    /// The versions and ciphers of RFC 9325, 3.1 and 4.2: forward secrecy and authenticated encryption alone.
    static SslContextFactory.Server secureContext() {
        SslContextFactory.Server context = new SslContextFactory.Server();
        context.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        context.setIncludeCipherSuites(
                "TLS_AES_128_GCM_SHA256",
                "TLS_AES_256_GCM_SHA384",
                "TLS_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_ECDSA_WITH_AES_(128|256)_GCM_SHA(256|384)",
                "TLS_ECDHE_RSA_WITH_AES_(128|256)_GCM_SHA(256|384)",
                "TLS_ECDHE_(ECDSA|RSA)_WITH_CHACHA20_POLY1305_SHA256");
        context.setRenegotiationAllowed(false);
        return context;
    }

    private static ConnectionFactory[] plain() {
        return new ConnectionFactory[] {new HttpConnectionFactory(configuration())};
    }

    private static ConnectionFactory[] secure(SslContextFactory.Server context) {
        HttpConfiguration configuration = configuration();
        SecureRequestCustomizer customizer = new SecureRequestCustomizer();
        customizer.setSniHostCheck(false);
        configuration.addCustomizer(customizer);
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
            certificate.ifPresent(shown -> {
                shown.begin();
                telemetry
                        .metrics()
                        .gauge(
                                "fairlead_tls_certificate_end_timestamp_seconds",
                                "When the certificate that is shown to callers runs out, in seconds since 1970.",
                                () -> shown.end().getEpochSecond());
            });
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

    /// Looks at once whether the files of the certificate have changed.
    void lookAtCertificate() {
        certificate.ifPresent(CertificateReload::look);
    }

    /// The port it listens on.
    public int port() {
        return connector.getLocalPort();
    }

    /// Takes no more requests but those for health, lets those under way finish, stops listening, and closes the
    /// connections.
    @Override
    public void close() {
        certificate.ifPresent(CertificateReload::close);
        try {
            letFinish();
            server.stop();
        } catch (Exception failure) {
            throw new IllegalStateException("can't stop the HTTP server", failure);
        }
    }
}
