package fairlead.schema.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import fairlead.schema.reference.RemoteDocuments.Limits;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteDocumentsTest {

    private static final Limits PRIVATE = new Limits(1000, Duration.ofSeconds(5), true);

    private final AtomicInteger asked = new AtomicInteger();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/type.json", exchange -> answer(exchange, "{\"typeName\":\"A::B::C\"}"));
        server.createContext("/large.json", exchange -> answer(exchange, "[" + "1,".repeat(1000) + "1]"));
        server.createContext("/broken.json", exchange -> answer(exchange, "{\n  oops"));
        server.createContext("/away.json", exchange -> redirect(exchange, "http://localhost:1/type.json"));
        server.createContext("/here.json", exchange -> redirect(exchange, "/type.json"));
        server.createContext("/ring.json", exchange -> redirect(exchange, "/ring.json"));
        server.createContext("/slow.json", this::never);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    private void answer(HttpExchange exchange, String body) throws IOException {
        asked.incrementAndGet();
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static void redirect(HttpExchange exchange, String to) throws IOException {
        exchange.getResponseHeaders().set("Location", to);
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    /// Begins an answer that does not end.
    private void never(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 100);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private URI uri(String file) {
        return URI.create("http://" + host() + "/" + file);
    }

    private Lookup find(String file, Limits limits) {
        try (RemoteDocuments documents = new RemoteDocuments(Set.of(host()), limits)) {
            return documents.find(uri(file));
        }
    }

    private static String why(Lookup lookup) {
        return String.join("; ", ((Lookup.Missing) lookup).why());
    }

    @Test
    void areFetchedFromAnAllowedHost() {
        assertThat(find("type.json", PRIVATE)).isInstanceOf(Lookup.Found.class);
        assertThat(find("here.json", PRIVATE)).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void areNotFetchedFromAnyOther() {
        try (RemoteDocuments documents = new RemoteDocuments(Set.of("example.com"), PRIVATE)) {
            assertThat(why(documents.find(uri("type.json")))).isEqualTo("the host " + host() + " is not allowed");
        }
        assertThat(asked).hasValue(0);
    }

    @Test
    void areNotFetchedWithoutEncryption() {
        Limits limits = new Limits(1000, Duration.ofSeconds(5), false);

        assertThat(why(find("type.json", limits))).isEqualTo("only https is fetched, not http");
    }

    @Test
    void areNotFetchedFromAPrivateNetwork() {
        try (RemoteDocuments documents = new RemoteDocuments(Set.of("127.0.0.1", "localhost"), Limits.USUAL)) {
            assertThat(why(documents.find(URI.create("https://127.0.0.1/a.json"))))
                    .contains("private address");
            assertThat(why(documents.find(URI.create("https://localhost/a.json"))))
                    .contains("private address");
        }
    }

    @Test
    void followARedirectToAllowedHostsOnly() {
        assertThat(why(find("away.json", PRIVATE))).isEqualTo("the host localhost:1 is not allowed");
        assertThat(why(find("ring.json", PRIVATE))).contains("redirects too often");
    }

    @Test
    void areNeitherLargeNorSlowNorBrokenNorMissing() {
        assertThat(why(find("large.json", PRIVATE))).contains("at most 1000 bytes");
        assertThat(why(find("slow.json", new Limits(1000, Duration.ofMillis(200), true))))
                .contains("did not answer within 200 ms");
        assertThat(why(find("broken.json", PRIVATE))).contains("broken.json:2:");
        assertThat(why(find("nothing.json", PRIVATE))).contains("status 404");
    }

    @Test
    void areAskedForOnceIfTheyAreKept(@TempDir Path folder) {
        try (RemoteDocuments documents = new RemoteDocuments(Set.of(host()), PRIVATE)) {
            Documents cached = new CachedDocuments(folder.resolve("cache"), documents);

            assertThat(cached.find(uri("type.json"))).isInstanceOf(Lookup.Found.class);
            assertThat(cached.find(uri("type.json"))).isInstanceOf(Lookup.Found.class);
        }
        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "172.16.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "224.0.0.1",
                "::1",
                "::",
                "fe80::1",
                "fd00::1",
                "64:ff9b::a00:1",
                "2002:a00:1::",
                "::ffff:10.0.0.1"
            })
    void knowPrivateAddresses(String address) throws IOException {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111"})
    void knowPublicAddresses(String address) throws IOException {
        assertThat(PublicAddress.is(InetAddress.getByName(address))).isTrue();
    }
}
