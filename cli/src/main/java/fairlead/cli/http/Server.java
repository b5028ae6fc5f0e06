package fairlead.cli.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;

/// The server to which a command sends its requests.
///
/// A request is repeated where that is safe: when no connection came about though the server has answered before,
/// when the connection was lost and the request is idempotent, and when the server answered that it is busy. A
/// first connection that is refused is not repeated: no server listens there. Neither is one to a server that is
/// not trusted, nor a request whose operation failed (502): the server has repeated its handler calls already.
public final class Server implements AutoCloseable {

    private static final Set<Integer> BUSY = Set.of(408, 429, 503, 504);
    private static final int ATTEMPTS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(2);

    private final URI base;
    private final Clock clock;
    private final Pause pause;
    private final Consumer<String> trace;
    private final HttpClient client;
    private final Tokens tokens;
    private boolean answered;

    /// @param trust see [Trust]
    /// @param tokens by which the server knows the caller
    /// @param trace gets one line for each request sent
    public Server(
            URI base, Supplier<SSLContext> trust, Clock clock, Pause pause, Tokens tokens, Consumer<String> trace) {
        this.tokens = tokens;
        this.base = base;
        this.clock = clock;
        this.pause = pause;
        this.trace = trace;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5));
        if ("https".equals(base.getScheme())) {
            builder.sslContext(trust.get());
        }
        this.client = builder.build();
    }

    public URI base() {
        return base;
    }

    public Answer get(String target) throws InterruptedException {
        return ask(Request.get(target));
    }

    /// Sends it; an answer that is an error is thrown.
    public Answer ask(Request request) throws InterruptedException {
        Answer answer = send(request);
        if (answer.failed()) {
            throw new ProblemException(Problem.of(answer));
        }
        return answer;
    }

    /// Sends it; any answer is returned.
    public Answer send(Request request) throws InterruptedException {
        return send(request, tokens.of(this));
    }

    /// As [#send], without saying who the caller is: to sign in.
    public Answer sendPlain(Request request) throws InterruptedException {
        return send(request, Optional.empty());
    }

    private Answer send(Request request, Optional<String> token) throws InterruptedException {
        HttpRequest wire = wire(request, token);
        Duration wait = FIRST_PAUSE;
        for (int attempt = 1; ; attempt++, wait = wait.multipliedBy(2)) {
            boolean last = attempt == ATTEMPTS;
            try {
                Answer answer = once(wire);
                Duration asked = answer.retryAfter().orElse(wait);
                if (last || !busy(request, answer) || asked.compareTo(LONGEST_PAUSE) > 0) {
                    return answer;
                }
                pause.pause(asked);
            } catch (SSLHandshakeException untrusted) {
                throw new UntrustedException(
                        "The certificate of " + base + " is not trusted (" + untrusted.getMessage() + ")", untrusted);
            } catch (IOException lost) {
                trace.accept(request.method() + " " + wire.uri() + "  " + lost);
                if (last || !repeatable(request, lost)) {
                    throw new UnreachableException(explain(request, lost));
                }
                pause.pause(wait);
            }
        }
    }

    private HttpRequest wire(Request request, Optional<String> token) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(resolve(request.target()))
                .timeout(Duration.ofMinutes(2))
                .header("Accept", "application/json")
                .method(
                        request.method().name(),
                        request.body().map(BodyPublishers::ofByteArray).orElseGet(BodyPublishers::noBody));
        request.headers().forEach(builder::header);
        token.ifPresent(text -> builder.header("Authorization", "Bearer " + text));
        return builder.build();
    }

    private URI resolve(String target) {
        return target.startsWith("/") ? URI.create(base + target) : URI.create(target);
    }

    private Answer once(HttpRequest wire) throws IOException, InterruptedException {
        long begin = clock.millis();
        HttpResponse<byte[]> response = client.send(wire, BodyHandlers.ofByteArray());
        answered = true;
        trace.accept("%s %s  %d  %d bytes  %d ms"
                .formatted(
                        wire.method(),
                        wire.uri(),
                        response.statusCode(),
                        response.body().length,
                        clock.millis() - begin));
        return new Answer(response);
    }

    private static boolean busy(Request request, Answer answer) {
        return request.repeatable() && BUSY.contains(answer.status());
    }

    private boolean repeatable(Request request, IOException lost) {
        return neverSent(lost) ? answered : request.repeatable();
    }

    private static boolean neverSent(IOException lost) {
        return lost instanceof ConnectException || lost instanceof HttpConnectTimeoutException;
    }

    private String explain(Request request, IOException lost) {
        if (neverSent(lost)) {
            return "No server answers at " + base;
        }
        String why = Optional.ofNullable(lost.getMessage())
                .map(text -> " (" + text + ")")
                .orElse("");
        String message = "The connection to " + base + " was lost" + why;
        return switch (request.method()) {
            case GET, HEAD -> message;
            case PUT, PATCH, POST, DELETE -> message + "; the server may have carried the request out";
        };
    }

    /// Whether that URL is on this machine, where frequent requests cost nothing.
    public static boolean loopback(URI url) {
        String host = Optional.ofNullable(url.getHost()).orElse("").toLowerCase(Locale.ROOT);
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
