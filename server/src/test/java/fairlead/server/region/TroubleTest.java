package fairlead.server.region;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.options.FrontOptions;
import fairlead.server.wiring.Sources;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What callers get when a cell does not answer as it should.
class TroubleTest {

    private static final String THERE =
            "/subscriptions/s/providers/A.B/locations/west/checkNameAvailability" + Api.VERSION;

    private static final String STATUS = String.join(
            "\r\n",
            "POST / HTTP/1.1",
            "Host: localhost",
            "X-Amz-Target: CloudApiService.GetResourceRequestStatus",
            "Content-Length: 2",
            "",
            "{}");

    /// What the cell does with a request that is not the front's own.
    private interface Behaviour {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final AtomicReference<Behaviour> behaviour = new AtomicReference<>(exchange -> {});
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<AutoCloseable> opened = new ArrayList<>();
    private HttpServer cell;

    @BeforeEach
    void start() throws IOException {
        cell = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        cell.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        cell.createContext("/subscriptions", exchange -> {
            requests.incrementAndGet();
            behaviour.get().answer(exchange);
        });
        cell.start();
    }

    @AfterEach
    void stop() throws Exception {
        over.countDown();
        for (AutoCloseable one : opened) {
            one.close();
        }
        cell.stop(0);
    }

    private Api front(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "--port=0", "--cell=west=http://127.0.0.1:" + cell.getAddress().getPort()));
        arguments.addAll(List.of(options));
        Sources sources = Sources.real();
        Front front = Front.start(FrontOptions.parse(arguments), sources.clock(), sources.requestIds());
        opened.add(front);
        return new Api(front.url());
    }

    private void hang(HttpExchange exchange) {
        try {
            over.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        exchange.close();
    }

    @Test
    void oneThatIsSlowIsGivenUp() {
        behaviour.set(this::hang);
        try (Api front = front("--timeout=300ms")) {
            Answer answer = front.send("POST", THERE, "{}");
            assertThat(answer.status()).isEqualTo(504);
            assertThat(answer.code()).isEqualTo("LocationTimeout");
        }
        assertThat(requests).as("never sent twice").hasValue(1);
    }

    @Test
    void oneThatBreaksOffMayHaveDoneWhatWasAsked() {
        behaviour.set(HttpExchange::close);
        try (Api front = front()) {
            Answer answer = front.send("POST", THERE, "{}");
            assertThat(answer.status()).isEqualTo(502);
            assertThat(answer.code()).isEqualTo("LocationDisconnected");
        }
        assertThat(requests).as("never sent twice").hasValue(1);
    }

    @Test
    void oneThatIsNotThereHasDoneNothing() {
        try (Api front = front()) {
            cell.stop(0);
            Answer answer = front.send("POST", THERE, "{}");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("LocationUnavailable");
            assertThat(answer.header("Retry-After")).isEqualTo("10");
        }
    }

    @Test
    void oneThatHangsGetsNoMoreThanItsShare() throws Exception {
        CountDownLatch hanging = new CountDownLatch(1);
        behaviour.set(exchange -> {
            hanging.countDown();
            hang(exchange);
        });
        try (Api front = front("--connections=1")) {
            Thread first = Thread.ofVirtual().start(() -> front.send("POST", THERE, "{}"));
            hanging.await();
            Answer answer = front.send("POST", THERE, "{}");
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("LocationBusy");
            over.countDown();
            first.join();
        }
    }

    @Test
    void whatConcernsTheCallerIsToldToTheCell() {
        AtomicReference<String> told = new AtomicReference<>("");
        behaviour.set(exchange -> {
            told.set(String.join(
                    " ",
                    exchange.getRequestHeaders().getFirst("Referer"),
                    exchange.getRequestHeaders().getFirst("X-Forwarded-Proto"),
                    exchange.getRequestHeaders().getFirst("X-Forwarded-Host"),
                    String.valueOf(exchange.getRequestHeaders().getFirst("x-fairlead-pass"))));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        try (Api front = front()) {
            assertThat(front.send("POST", THERE, "{}").status()).isEqualTo(204);
            String host = front.url().getAuthority();
            assertThat(told).hasValue(front.url() + THERE + " http " + host + " null");
        }
    }

    /// A cell holds a question on what is under way; the caller does not wait for the answer.
    @Test
    void oneThatHoldsAQuestionLearnsThatTheCallerHasGone() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch left = new CountDownLatch(1);
        try (ServerSocket holding = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> hold(holding, asked, left));
            Sources sources = Sources.real();
            Front front = Front.start(
                    FrontOptions.parse(List.of("--port=0", "--cell=west=http://127.0.0.1:" + holding.getLocalPort())),
                    sources.clock(),
                    sources.requestIds());
            opened.add(front);
            try (Socket caller =
                    new Socket(InetAddress.getLoopbackAddress(), front.url().getPort())) {
                caller.getOutputStream().write(STATUS.getBytes(StandardCharsets.US_ASCII));
                asked.await();
            }
            assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /// Holds the caller's question until the caller has gone; the front's own get no answer.
    private static void hold(ServerSocket cell, CountDownLatch asked, CountDownLatch left) {
        while (!cell.isClosed()) {
            try (Socket connection = cell.accept()) {
                if (connection.getInputStream().read() == 'P') {
                    asked.countDown();
                    connection.getInputStream().transferTo(OutputStream.nullOutputStream());
                    left.countDown();
                }
            } catch (IOException closed) {
                left.countDown();
            }
        }
    }
}
