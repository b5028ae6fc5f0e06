package fairlead.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.handler.Trace;
import fairlead.host.CallLog;
import fairlead.lambda.Invocation.Outcome;
import fairlead.schema.data.Redaction;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A function behind the Lambda Invoke API.
class EndpointTest {

    private static final Trace TRACE = new Trace(
            "request",
            "correlation",
            Optional.empty(),
            Optional.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
            Optional.empty());

    private static final String PATH = "/2015-03-31/functions/TypeFunction/invocations";

    private HttpServer server = create();

    private static HttpServer create() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private Outcome ask(Duration budget, Answer answer) throws InterruptedException {
        server.createContext(PATH, exchange -> {
            exchange.getRequestBody().readAllBytes();
            answer.to(exchange);
            exchange.close();
        });
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + PATH);
        try (Endpoint endpoint = new Endpoint(address)) {
            return endpoint.invoke(
                    "{}".getBytes(StandardCharsets.UTF_8), budget, new CallLog("test", Redaction.NONE, TRACE));
        }
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Test
    void answers() throws InterruptedException {
        assertThat(ask(Duration.ofSeconds(20), exchange -> send(exchange, 200, new byte[] {'x'})))
                .isInstanceOfSatisfying(
                        Outcome.Answered.class,
                        found -> assertThat(found.body()).isEqualTo(new byte[] {'x'}));
    }

    @Test
    void isToldWhatTheCallIsFor() throws InterruptedException {
        Map<String, String> told = new ConcurrentHashMap<>();
        ask(Duration.ofSeconds(20), exchange -> {
            exchange.getRequestHeaders()
                    .forEach((name, values) -> told.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
            send(exchange, 200, new byte[] {'x'});
        });

        assertThat(told)
                .containsEntry("x-ms-correlation-request-id", "correlation")
                .containsEntry("traceparent", TRACE.traceparent().orElseThrow())
                .containsKeys("x-amzn-trace-id", "x-amz-client-context");
    }

    private Outcome functionError(String body) throws InterruptedException {
        return ask(Duration.ofSeconds(20), exchange -> {
            exchange.getResponseHeaders().add("X-Amz-Function-Error", "Unhandled");
            send(exchange, 200, body.getBytes(StandardCharsets.UTF_8));
        });
    }

    @Test
    void tellsAFunctionError() throws InterruptedException {
        assertThat(functionError("{\"errorMessage\":\"broken\",\"errorType\":\"Oops\"}"))
                .isEqualTo(new Outcome.FunctionError("Oops", "broken"));
    }

    @Test
    void tellsAFunctionErrorWithoutWordsByItsType() throws InterruptedException {
        assertThat(functionError("{\"errorMessage\":\"\",\"errorType\":\"MemoryError\",\"stackTrace\":[]}"))
                .isEqualTo(new Outcome.FunctionError("MemoryError", ""));
    }

    @Test
    void tellsAFunctionErrorThatIsNoJson() throws InterruptedException {
        assertThat(functionError("it is broken")).isEqualTo(new Outcome.FunctionError("Unhandled", "it is broken"));
    }

    @Test
    void refusesAnAnswerThatIsTooLarge() throws InterruptedException {
        assertThat(ask(Duration.ofSeconds(20), exchange -> send(exchange, 200, new byte[7 << 20])))
                .isEqualTo(new Outcome.TooLarge());
    }

    @Test
    void isBusyWhenItSaysSo() throws InterruptedException {
        assertThat(ask(Duration.ofSeconds(20), exchange -> send(exchange, 429, new byte[1])))
                .isInstanceOf(Outcome.Busy.class);
    }

    @Test
    void cantBeCalledWhenItAnswersSomethingElse() throws InterruptedException {
        assertThat(ask(Duration.ofSeconds(20), exchange -> send(exchange, 404, new byte[1])))
                .isEqualTo(new Outcome.Unreachable("it answers with the status 404"));
    }

    @Test
    void isGivenUpAtTheDeadline() throws InterruptedException {
        assertThat(ask(
                        Duration.ofMillis(200),
                        exchange -> exchange.getRequestBody().transferTo(java.io.OutputStream.nullOutputStream())))
                .isInstanceOfAny(Outcome.TimedOut.class, Outcome.Unreachable.class);
    }

    @Test
    void cantBeCalledWhenNoProgramListens() throws InterruptedException {
        int port = server.getAddress().getPort();
        server.stop(0);
        try (Endpoint endpoint = new Endpoint(URI.create("http://127.0.0.1:" + port + PATH))) {
            assertThat(endpoint.invoke(new byte[0], Duration.ofSeconds(20), new CallLog("test", Redaction.NONE, TRACE)))
                    .isInstanceOf(Outcome.Unreachable.class);
        }
    }
}
