package fairlead.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AccessControl;
import fairlead.server.access.Asked;
import fairlead.server.limit.Limits;
import fairlead.server.problem.Problem;
import fairlead.server.telemetry.AbandonedException;
import fairlead.server.telemetry.Activity;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.MonotonicTime;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// What callers are told who ask for more than they get, and those who never come to the point.
class TooMuchTest {

    /// Nothing comes back into a bucket meanwhile.
    private static final MonotonicTime STANDING = () -> 0;

    private static final Limits.Settings GENEROUS = Limits.Settings.standard();

    private final CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final CountDownLatch refusing = new CountDownLatch(1);
    private final CountDownLatch refused = new CountDownLatch(1);

    private final Surface surface = new Surface() {

        @Override
        public boolean serves(Request request) {
            return true;
        }

        @Override
        public boolean isVital(Request request) {
            return request.path().equals("/vital");
        }

        @Override
        public Asked asks(Request request) {

            return Asked.KNOWN;
        }

        @Override
        public Response answer(Request request) {
            if (request.path().equals("/held")) {
                request.body();
                waiting.countDown();
                await(goOn);
            }
            if (request.path().equals("/endless")) {
                request.body();
                waiting.countDown();
                endless();
            }
            if (request.path().equals("/changing")) {
                request.body();
                Activity.changes();
                waiting.countDown();
                endless();
            }
            if (request.path().equals("/wait")) {
                waiting.countDown();
                await(goOn);
            }
            return Response.json(200, request.body());
        }

        @Override
        public Response refuse(Request request, Problem problem) {
            if (request.path().equals("/refused-slowly")) {
                refusing.countDown();
                await(refused);
            }
            return ErrorDocument.response(request, problem);
        }
    };

    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

    /// Work that only its caller's going ends.
    private void endless() {
        try {
            while (!ended.isDone()) {
                Activity.requireWaiting();
                LockSupport.parkNanos(1_000_000);
            }
        } catch (AbandonedException gone) {
            ended.complete(true);
            throw gone;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private HttpServer server(Limits.Settings limits, Duration patience) {
        HttpServer server =
                new HttpServer(new HttpServer.Settings("127.0.0.1", 0, Optional.empty(), Optional.empty(), patience));
        server.start(
                List.of(surface),
                _ -> new Problem.Internal(),
                UUID::randomUUID,
                Telemetry.none(),
                new Limits(limits, STANDING),
                AccessControl.development());
        return server;
    }

    private static URI url(HttpServer server) {
        return URI.create("http://127.0.0.1:" + server.port());
    }

    private static RawHttp.Answer send(HttpServer server, String head) throws IOException {
        try (RawHttp connection = new RawHttp(url(server))) {
            return connection.send(head + " HTTP/1.1\nHost: localhost", "");
        }
    }

    @Nested
    class WorkForACallerThatHasGone {

        private static final String HEAD = "PUT /endless HTTP/1.1\nHost: localhost\nContent-Length: 3";

        @Test
        void isGivenUp() throws Exception {
            try (HttpServer server = server(GENEROUS, Duration.ofSeconds(30))) {
                try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    connection.getOutputStream().write(bytes(HEAD));
                    await(waiting);
                }
                assertThat(ended.get(20, TimeUnit.SECONDS)).isTrue();
            }
        }

        @Test
        void goesOnForOneThatWaits() throws Exception {
            try (HttpServer server = server(GENEROUS, Duration.ofSeconds(30));
                    RawHttp connection = new RawHttp(url(server))) {
                Thread ending = Thread.ofVirtual().start(() -> {
                    await(waiting);
                    LockSupport.parkNanos(Duration.ofMillis(1500).toNanos());
                    ended.complete(false);
                });
                assertThat(connection.send(HEAD, "abc").status()).isEqualTo(200);
                ending.join();
            }
        }

        /// The server has to finish what it has begun: no other process would.
        @Test
        void goesOnOnceItChangesSomething() throws Exception {
            try (HttpServer server = server(GENEROUS, Duration.ofSeconds(30))) {
                try (Socket connection = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    connection.getOutputStream().write(bytes(HEAD.replace("endless", "changing")));
                    await(waiting);
                }
                LockSupport.parkNanos(Duration.ofMillis(1500).toNanos());
                assertThat(ended.isDone()).isFalse();
                ended.complete(false);
            }
        }

        private static byte[] bytes(String head) {
            return (head.replace("\n", "\r\n") + "\r\n\r\nabc").getBytes(StandardCharsets.US_ASCII);
        }
    }

    @Nested
    class ABody {

        private static final Duration PATIENCE = Duration.ofMillis(300);
        private static final String HEAD = "PUT /x HTTP/1.1\nHost: localhost\nContent-Length: 1000";

        @Test
        void thatDoesNotComeIsNotWaitedForForever() throws IOException {
            try (HttpServer server = server(GENEROUS, PATIENCE);
                    RawHttp connection = new RawHttp(url(server))) {
                RawHttp.Answer answer = connection.send(HEAD, "abc");
                assertThat(answer.status()).isEqualTo(408);
                assertThat(answer.body()).contains("RequestTimeout");
                assertThat(answer.header("Connection")).isEqualTo("close");
                assertThat(answer.header("x-ms-request-id")).isNotEmpty();
            }
        }

        @Test
        void thatComesByteByByteIsNotEither() throws IOException {
            try (HttpServer server = server(GENEROUS, PATIENCE);
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                OutputStream out = socket.getOutputStream();
                out.write((HEAD.replace("\n", "\r\n") + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
                Thread trickle = Thread.ofVirtual().start(() -> trickle(out));
                byte[] first = socket.getInputStream().readNBytes(12);
                assertThat(new String(first, StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 408");
                trickle.interrupt();
            }
        }

        private static void trickle(OutputStream out) {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    out.write('x');
                    LockSupport.parkNanos(PATIENCE.toNanos() / 10);
                }
            } catch (IOException closed) {
                // The server has given up, as it should.
            }
        }
    }

    @Nested
    class ManyValues {

        private static RawHttp.Answer put(HttpServer server, String path, String body) throws IOException {
            String head = "PUT " + path + " HTTP/1.1\nHost: localhost\nContent-Length: " + body.length();
            try (RawHttp connection = new RawHttp(url(server))) {
                return connection.send(head, body);
            }
        }

        /// An object with a list of that many values less two.
        private static String values(int count) {
            return "{\"List\": [" + "{},".repeat(count - 3) + "{}]}";
        }

        @Test
        void areRefusedWithTheNumberThatIsAllowed() throws IOException {
            try (HttpServer server = server(GENEROUS, Duration.ofSeconds(20))) {
                RawHttp.Answer answer = put(server, "/x", values(200_001));
                assertThat(answer.status()).isEqualTo(413);
                assertThat(answer.body()).contains("RequestEntityTooLarge", "more JSON values than 200000");
                assertThat(put(server, "/x", values(200_000)).status()).isEqualTo(200);
            }
        }

        @Test
        void areCountedAsTheOperatorSays() throws IOException {
            Limits.Settings few = new Limits.Settings(9, 9, 9, 9, 9, new Limits.Bodies(16, 2_000), 9);
            try (HttpServer server = server(few, Duration.ofSeconds(20))) {
                assertThat(put(server, "/x", values(2_001)).body()).contains("more JSON values than 2000");
                assertThat(put(server, "/x", "x" + values(2_001)).status()).isEqualTo(200);
            }
        }

        @Test
        void takeTheirPartOfTheMemoryForBodiesUntilTheyAreDone() throws Exception {
            Limits.Settings little = new Limits.Settings(9, 9, 9, 9, 9, new Limits.Bodies(16, 200_000), 9);
            String most = values(60_000);
            try (HttpServer server = server(little, Duration.ofSeconds(20))) {
                Thread first = Thread.ofVirtual().start(() -> {
                    try {
                        assertThat(put(server, "/held", most).status()).isEqualTo(200);
                    } catch (IOException failure) {
                        throw new IllegalStateException(failure);
                    }
                });
                await(waiting);

                RawHttp.Answer second = put(server, "/x", most);
                assertThat(second.status()).isEqualTo(503);
                assertThat(second.body()).contains("ServerBusy");
                assertThat(second.header("Retry-After")).isEqualTo("1");
                assertThat(send(server, "GET /vital").status()).isEqualTo(200);
                assertThat(put(server, "/x", "{\"small\": true}").status()).isEqualTo(200);

                goOn.countDown();
                first.join();
                assertThat(put(server, "/x", most).status()).isEqualTo(200);
            }
        }
    }

    @Nested
    class ACallerBeyondItsLimit {

        private static final Limits.Settings ONE_A_SECOND = new Limits.Settings(1, 1, 1, 1, 512);

        @Test
        void isToldWhatIsLeftAndThenWhenToComeBack() throws IOException {
            try (HttpServer server = server(ONE_A_SECOND, Duration.ofSeconds(20))) {
                RawHttp.Answer first = send(server, "GET /subscriptions/a/resourceGroups");
                assertThat(first.header("x-ms-ratelimit-remaining-subscription-reads"))
                        .isEqualTo("9");
                RawHttp.Answer last = first;
                for (int i = 0; i < 20 && last.status() == 200; i++) {
                    last = send(server, "GET /subscriptions/A");
                }
                assertThat(last.status()).isEqualTo(429);
                assertThat(last.body()).contains("TooManyRequests", "reads");
                assertThat(last.header("Retry-After")).isEqualTo("1");
                assertThat(last.header("x-ms-ratelimit-remaining-subscription-reads"))
                        .isEqualTo("0");
            }
        }

        @Test
        void canStillAskHowTheServerIs() throws IOException {
            try (HttpServer server = server(ONE_A_SECOND, Duration.ofSeconds(20))) {
                for (int i = 0; i < 11; i++) {
                    send(server, "GET /x");
                }
                assertThat(send(server, "GET /x").status()).isEqualTo(429);
                assertThat(send(server, "GET /vital").status()).isEqualTo(200);
            }
        }

        @Test
        void hasABudgetOfItsOwnForEachKindAndPlace() throws IOException {
            try (HttpServer server = server(ONE_A_SECOND, Duration.ofSeconds(20))) {
                send(server, "GET /subscriptions/a");
                assertThat(send(server, "DELETE /subscriptions/a")
                                .header("x-ms-ratelimit-remaining-subscription-deletes"))
                        .isEqualTo("9");
                assertThat(send(server, "POST /subscriptions/a").header("x-ms-ratelimit-remaining-subscription-writes"))
                        .isEqualTo("9");
                assertThat(send(server, "GET /subscriptions/b").header("x-ms-ratelimit-remaining-subscription-reads"))
                        .isEqualTo("9");
                assertThat(send(server, "GET /elsewhere").header("x-ms-ratelimit-remaining-tenant-reads"))
                        .isEqualTo("9");
            }
        }
    }

    @Nested
    class ABusyServer {

        private static final Limits.Settings ONE_AT_ONCE = new Limits.Settings(9, 9, 9, 9, 1);

        private Thread sending(HttpServer server, String head) {
            return Thread.ofVirtual().start(() -> {
                try {
                    send(server, head);
                } catch (IOException failure) {
                    throw new IllegalStateException(failure);
                }
            });
        }

        @Test
        void refusesMoreAtOnceUntilItHasTime() throws Exception {
            try (HttpServer server = server(ONE_AT_ONCE, Duration.ofSeconds(20))) {
                Thread busy = sending(server, "GET /wait");
                TooMuchTest.await(waiting);
                RawHttp.Answer answer = send(server, "GET /x");
                assertThat(answer.status()).isEqualTo(503);
                assertThat(answer.body()).contains("ServerBusy");
                assertThat(answer.header("Retry-After")).isEqualTo("1");
                assertThat(send(server, "GET /vital").status()).isEqualTo(200);
                goOn.countDown();
                busy.join();
                assertThat(send(server, "GET /x").status()).isEqualTo(200);
            }
        }

        @Test
        void isNotKeptBusyByWhatItRefuses() throws Exception {
            try (HttpServer server = server(ONE_AT_ONCE, Duration.ofSeconds(20))) {
                Thread busy = sending(server, "GET /wait");
                TooMuchTest.await(waiting);
                Thread another = sending(server, "GET /refused-slowly");
                TooMuchTest.await(refusing);
                goOn.countDown();
                busy.join();
                assertThat(send(server, "GET /x").status()).isEqualTo(200);
                refused.countDown();
                another.join();
            }
        }
    }
}
