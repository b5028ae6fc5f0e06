package fairlead.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AccessControl;
import fairlead.server.access.Asked;
import fairlead.server.limit.Limits;
import fairlead.server.problem.Problem;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.MonotonicTime;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class HttpServerTest {

    private final HttpServer server =
            new HttpServer(new HttpServer.Settings("127.0.0.1", 0, Optional.empty(), Optional.empty()));
    private final Echo echo = new Echo();
    private URI url;

    /// Says what it was sent.
    private static final class Echo implements Surface {

        final CountDownLatch waiting = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final CountDownLatch left = new CountDownLatch(1);

        @Override
        public boolean serves(Request request) {
            return !request.path().startsWith("/other");
        }

        @Override
        public Asked asks(Request request) {

            return Asked.KNOWN;
        }

        @Override
        public Response answer(Request request) {
            return switch (String.join("/", request.segments())) {
                case "body" -> text(new String(request.body(), StandardCharsets.UTF_8));
                case "object" -> text(request.object(JsonMapper.shared()).toString());
                case "base" -> text(request.baseUrl());
                case "known" -> Response.empty(304);
                case "broken" -> throw new IllegalStateException("the cause, which is not told");
                case "deep" -> deeper(0);
                case "wait" -> late();
                case "hold" -> held(request);
                default -> text(String.join("|", request.segments()));
            };
        }

        private Response late() {
            waiting.countDown();
            try {
                goOn.await();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return text("late");
        }

        private Response held(Request request) {
            waiting.countDown();
            try {
                while (!goOn.await(10, TimeUnit.MILLISECONDS)) {
                    if (request.isAbandoned()) {
                        left.countDown();
                        return text("left");
                    }
                }
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
            return text("there");
        }

        @SuppressWarnings("InfiniteRecursion") // Ends in the StackOverflowError that the test is about.
        private static Response deeper(int depth) {
            return deeper(depth + 1).with("Depth", "deeper");
        }

        private static Response text(String text) {
            return Response.of(200, "text/plain", text.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Response refuse(Request request, Problem problem) {
            return ErrorDocument.response(request, problem);
        }
    }

    @BeforeEach
    void start() {
        server.start(
                List.of(echo),
                _ -> new Problem.Internal(),
                UUID::randomUUID,
                Telemetry.none(),
                new Limits(Limits.Settings.standard(), MonotonicTime.system()),
                AccessControl.development());
        url = URI.create("http://127.0.0.1:" + server.port());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private RawHttp.Answer send(String head, String body) throws IOException {
        try (RawHttp connection = new RawHttp(url)) {
            return connection.send(head, body);
        }
    }

    private RawHttp.Answer get(String path) throws IOException {
        return send("GET " + path + " HTTP/1.1\nHost: localhost", "");
    }

    @Nested
    class Connections {

        @Test
        void serveSeveralRequests() throws IOException {
            try (RawHttp connection = new RawHttp(url)) {
                for (int i = 0; i < 3; i++) {
                    RawHttp.Answer answer = connection.send("GET /a" + i + " HTTP/1.1\nHost: localhost", "");
                    assertThat(answer.body()).isEqualTo("a" + i);
                }
            }
        }

        @Test
        void thatAreClosedAreNoticedWhileTheRequestIsWorkedOn() throws Exception {
            try (RawHttp connection = new RawHttp(url)) {
                connection.write("GET /hold HTTP/1.1\nHost: localhost", "");
                echo.waiting.await();
            }

            assertThat(echo.left.await(10, TimeUnit.SECONDS)).isTrue();
        }

        @Test
        void keepWhatTheCallerSendsAhead() throws Exception {
            try (RawHttp connection = new RawHttp(url)) {
                connection.write("GET /hold HTTP/1.1\nHost: localhost", "");
                echo.waiting.await();
                connection.write("GET /next HTTP/1.1\nHost: localhost", "");
                connection.write("GET /last HTTP/1.1\nHost: localhost", "");
                assertThat(echo.left.await(100, TimeUnit.MILLISECONDS)).isFalse();
                echo.goOn.countDown();

                assertThat(List.of(connection.answer(), connection.answer(), connection.answer()))
                        .extracting(RawHttp.Answer::body)
                        .containsExactly("there", "next", "last");
            }
        }

        @Test
        void goOnAfterAnAnswerThatSaysNothingOfALength() throws IOException {
            try (RawHttp connection = new RawHttp(url)) {
                RawHttp.Answer known = connection.send("GET /known HTTP/1.1\nHost: localhost", "");
                assertThat(known.status()).isEqualTo(304);
                assertThat(known.headers())
                        .noneMatch(header ->
                                header.startsWith("Content-Length") || header.startsWith("Transfer-Encoding"));
                assertThat(connection
                                .send("GET /x HTTP/1.1\nHost: localhost", "")
                                .body())
                        .isEqualTo("x");
            }
        }

        @Test
        void goOnAfterARefusal() throws IOException {
            try (RawHttp connection = new RawHttp(url)) {
                assertThat(connection
                                .send("GET /other HTTP/1.1\nHost: localhost", "")
                                .status())
                        .isEqualTo(404);
                assertThat(connection
                                .send("GET /x HTTP/1.1\nHost: localhost", "")
                                .status())
                        .isEqualTo(200);
            }
        }
    }

    @Nested
    class Bodies {

        @Test
        void mayComeInChunksWithTrailers() throws IOException {
            RawHttp.Answer answer = send(
                    "PUT /body HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\nTrailer: x-amz-checksum-crc32",
                    "3\r\nabc\r\n2;extension=1\r\nde\r\n0\r\nx-amz-checksum-crc32: hYfYZQ==\r\n\r\n");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("abcde");
        }

        @Test
        void areRefusedUnreadWhenSaidToBeTooLarge() throws IOException {
            RawHttp.Answer answer =
                    send("PUT /body HTTP/1.1\nHost: localhost\nContent-Length: " + (4 * 1024 * 1024 + 1), "");
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).contains("RequestEntityTooLarge", "4194304");
        }

        @Test
        void areRefusedWhenTheyTurnOutTooLarge() throws IOException {
            String chunk = "100000\r\n" + "x".repeat(0x100000) + "\r\n";
            RawHttp.Answer answer = send(
                    "PUT /body HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked",
                    chunk.repeat(4) + "1\r\nx\r\n0\r\n\r\n");
            assertThat(answer.status()).isEqualTo(413);
        }

        @Test
        void areRefusedToThoseWhoReadOnlyWhenAllIsSent() throws IOException {
            String body = "x".repeat(24 * 1024 * 1024);
            RawHttp.Answer tooLarge =
                    send("PUT /body HTTP/1.1\nHost: localhost\nContent-Length: " + body.length(), body);
            assertThat(tooLarge.status()).isEqualTo(413);
            RawHttp.Answer nothingThere =
                    send("PUT /other HTTP/1.1\nHost: localhost\nContent-Length: " + body.length(), body);
            assertThat(nothingThere.status()).isEqualTo(404);
            assertThat(nothingThere.header("Connection")).isEqualTo("close");
        }

        @Test
        void mayBeAsLargeAsTheLimit() throws IOException {
            int limit = 4 * 1024 * 1024;
            RawHttp.Answer answer =
                    send("PUT /body HTTP/1.1\nHost: localhost\nContent-Length: " + limit, "x".repeat(limit));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).hasSize(limit);
        }

        @Test
        void waitForTheServerWhenTheCallerAsks() throws IOException {
            try (RawHttp connection = new RawHttp(url)) {
                RawHttp.Answer goOn = connection.send(
                        "PUT /body HTTP/1.1\nHost: localhost\nContent-Length: 3\nExpect: 100-continue", "");
                assertThat(goOn.status()).isEqualTo(100);
            }
        }
    }

    @Nested
    class Addresses {

        @Test
        void areTakenApartAtSlashesAndThenDecoded() throws IOException {
            assertThat(get("/a//b%2Fc/%C3%A9/d;e").body()).isEqualTo("a|b/c|é|d;e");
        }

        @Test
        void areRefusedWhenMalformed() throws IOException {
            for (String path : List.of("/%", "/%zz", "/%e2%82", "/%c0%af", "/a/%2E%2E/b", "/.")) {
                RawHttp.Answer answer = get(path);
                assertThat(answer.status()).as(path).isEqualTo(400);
                assertThat(answer.body()).as(path).contains("\"error\"");
            }
        }

        @Test
        void thatAreTooLongAreRefused() throws IOException {
            assertThat(get("/" + "x".repeat(20_000)).status()).isEqualTo(414);
        }

        @Test
        void ofAnswersAreTheOnesCallersUse() throws IOException {
            assertThat(send("GET /base HTTP/1.1\nHost: localhost:1234", "").body())
                    .isEqualTo("http://localhost:1234");
        }
    }

    @Nested
    class Refusals {

        @Test
        void ofLargeHeadersHaveTheFormOfAllErrors() throws IOException {
            RawHttp.Answer answer = send("GET / HTTP/1.1\nHost: localhost\nX-Large: " + "x".repeat(20_000), "");
            assertThat(answer.status()).isEqualTo(431);
            assertThat(answer.body()).contains("\"error\"", "RequestHeaderFieldsTooLarge");
            assertThat(answer.header("x-ms-request-id")).isNotEmpty();
        }

        @Test
        void ofWhatIsNotHttpHaveItToo() throws IOException {
            RawHttp.Answer answer = send("NONSENSE", "");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body()).contains("\"error\"");
        }

        @Test
        void afterABugTellNothingOfIt() throws IOException {
            RawHttp.Answer answer = get("/broken");
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.body()).contains("InternalServerError").doesNotContain("cause");
        }

        @Test
        void afterAnEndlessRecursionAreAnswersToo() throws IOException {
            assertThat(get("/deep").status()).isEqualTo(500);
        }

        @Test
        void thatNoSurfaceServesAre404() throws IOException {
            assertThat(get("/other").body()).contains("NotFound", "/other");
        }
    }

    @Nested
    class DevelopmentMode {

        @Test
        void refusesAHostThatIsNotThisMachine() throws IOException {
            RawHttp.Answer answer = send("GET /x HTTP/1.1\nHost: attacker.example", "");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("AuthorizationFailed");
            assertThat(answer.header("x-ms-request-id")).isNotEmpty();
        }

        @Test
        void refusesAHostThatOnlyLooksLikeIt() throws IOException {
            for (String host : List.of("127.0.0.1.attacker.example", "localhost.attacker.example", "1127.0.0.1")) {
                assertThat(send("GET /x HTTP/1.1\nHost: " + host, "").status())
                        .as(host)
                        .isEqualTo(403);
            }
        }

        @Test
        void refusesWebPagesOfOthers() throws IOException {
            for (String origin : List.of("https://attacker.example", "null", "file://")) {
                RawHttp.Answer answer = send("GET /x HTTP/1.1\nHost: localhost\nOrigin: " + origin, "");
                assertThat(answer.status()).as(origin).isEqualTo(403);
            }
        }

        @Test
        void takesAPageOfItsOwnOriginAndOfNoOtherPort() throws IOException {
            Map<String, Integer> statuses = Map.of(
                    "http://localhost:8085", 200,
                    "HTTP://LocalHost:8085", 200,
                    "http://localhost:3000", 403,
                    "http://localhost", 403,
                    "https://localhost:8085", 403,
                    "http://127.0.0.1:8085", 403,
                    "http://localhost:8085.attacker.example", 403);
            for (Map.Entry<String, Integer> expected : statuses.entrySet()) {
                String head = "GET /x HTTP/1.1\nHost: localhost:8085\nOrigin: " + expected.getKey();
                assertThat(send(head, "").status()).as(expected.getKey()).isEqualTo(expected.getValue());
            }
        }

        @Test
        void takesAnOriginWithoutAPortWhereTheHostHasNone() throws IOException {
            assertThat(send("GET /x HTTP/1.1\nHost: localhost\nOrigin: http://localhost:80", "")
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void refusesWhatABrowserSendsForAPageOfAnotherOrigin() throws IOException {
            Map<String, Integer> statuses = Map.of(
                    "cross-site", 403, "same-site", 403, "Cross-Site", 403, "", 403, "same-origin", 200, "none", 200);
            for (Map.Entry<String, Integer> expected : statuses.entrySet()) {
                for (String method : List.of("GET", "POST", "DELETE")) {
                    String head = method + " /x HTTP/1.1\nHost: localhost\nSec-Fetch-Site: " + expected.getKey();
                    assertThat(send(head, "").status())
                            .as(method + " " + expected.getKey())
                            .isEqualTo(expected.getValue());
                }
            }
        }

        @Test
        void takesTheNamesOfThisMachine() throws IOException {
            for (String host :
                    List.of("localhost", "LOCALHOST:80", "127.0.0.1:8080", "127.1.2.3", "[::1]:1", "a.localhost")) {
                assertThat(send("GET /x HTTP/1.1\nHost: " + host, "").status())
                        .as(host)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void lateRequestsFinishWhenItStops() throws Exception {
        try (RawHttp connection = new RawHttp(url)) {
            Thread stopping = Thread.ofVirtual().unstarted(server::close);
            Thread.ofVirtual().start(() -> {
                try {
                    echo.waiting.await();
                    stopping.start();
                    while (isTakingRequests()) {
                        Thread.onSpinWait();
                    }
                    echo.goOn.countDown();
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                }
            });
            RawHttp.Answer answer = connection.send("GET /wait HTTP/1.1\nHost: localhost", "");
            assertThat(answer.body()).isEqualTo("late");
            assertThat(connection.isClosed()).isTrue();
            stopping.join();
        }
    }

    private boolean isTakingRequests() {
        try (RawHttp another = new RawHttp(url)) {
            return another.send("GET /x HTTP/1.1\nHost: localhost", "").status() == 200;
        } catch (IOException refused) {
            return false;
        }
    }
}
