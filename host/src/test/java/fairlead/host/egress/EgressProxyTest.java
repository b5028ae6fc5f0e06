package fairlead.host.egress;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.host.egress.EgressProxy.Limits;
import fairlead.host.egress.EgressProxy.Outcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EgressProxyTest {

    private static final String TYPE = "Initech::Fixture::Thing";

    private final Map<String, List<String>> names = new HashMap<>();
    private final List<String> resolved = new ArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private ServerSocket server;
    private Limits limits = new Limits(4, Duration.ofSeconds(10), Duration.ofSeconds(30));
    private EgressProxy proxy = EgressProxy.of(EgressPolicy.OPEN);

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        opened.add(server);
        Thread.ofVirtual().start(this::echo);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /// Says what it hears, in capitals, until that ends.
    private void echo() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> {
                    try (socket) {
                        byte[] buffer = new byte[1000];
                        for (int n = socket.getInputStream().read(buffer);
                                n >= 0;
                                n = socket.getInputStream().read(buffer)) {
                            String text = new String(buffer, 0, n, StandardCharsets.US_ASCII);
                            socket.getOutputStream()
                                    .write(text.toUpperCase(java.util.Locale.ROOT)
                                            .getBytes(StandardCharsets.US_ASCII));
                        }
                    } catch (IOException ended) {
                        assertThat(ended).isNotNull();
                    }
                });
            } catch (IOException closed) {
                return;
            }
        }
    }

    private List<InetAddress> resolve(String host) throws UnknownHostException {
        resolved.add(host);
        List<InetAddress> found = new ArrayList<>();
        List<String> known = names.get(host);
        if (known == null) {
            throw new UnknownHostException(host);
        }
        for (String address : known) {
            found.add(InetAddress.getByName(address));
        }
        return found;
    }

    private static List<Destination> list(String... texts) {
        return Stream.of(texts).map(Destination::parse).toList();
    }

    private EgressPort open(List<Destination> privately, String... allowed) throws IOException {
        proxy = new EgressProxy(new EgressPolicy(false, false, privately), this::resolve, limits);
        EgressPort port = proxy.open(TYPE, list(allowed));
        opened.add(port);
        return port;
    }

    private Socket ask(EgressPort port, String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.number());
        opened.add(socket);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }

    private static String connect(String destination) {
        return "CONNECT " + destination + " HTTP/1.1\r\nHost: " + destination + "\r\n\r\n";
    }

    private static String head(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int c = socket.getInputStream().read();
            if (c < 0) {
                break;
            }
            head.append((char) c);
        }
        return head.toString();
    }

    private String all(EgressPort port, String request) throws IOException {
        try (Socket socket = ask(port, request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private String here() {
        return "api.example.com:" + server.getLocalPort();
    }

    @Test
    void carriesWhatGoesByAConnectionThatIsAllowed() throws IOException {
        names.put("api.example.com", List.of("127.0.0.1"));
        EgressPort port = open(list(here()), here());

        try (Socket socket = ask(port, connect(here()) + "early ")) {
            assertThat(head(socket)).isEqualTo("HTTP/1.1 200 Connection Established\r\n\r\n");
            socket.getOutputStream().write("late".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            assertThat(socket.getInputStream().readAllBytes())
                    .asString(StandardCharsets.US_ASCII)
                    .isEqualTo("EARLY LATE");
        }
        assertThat(proxy.count(Outcome.CONNECTED)).isEqualTo(1);
    }

    @Test
    void refusesAHostThatIsNotDeclaredAndDoesNotLookItUp() throws IOException {
        EgressPort port = open(List.of(), "api.example.com:443");

        assertThat(all(port, connect("secret-of-mine.attacker.example:443")))
                .startsWith("HTTP/1.1 403 Forbidden\r\n")
                .endsWith("\r\n\r\nFairlead: secret-of-mine.attacker.example:443 is not in the 'egress' of "
                        + "Initech::Fixture::Thing.\n");
        assertThat(resolved).isEmpty();
        assertThat(proxy.count(Outcome.UNDECLARED)).isEqualTo(1);
    }

    @Test
    void refusesAnotherPortOfADeclaredHost() throws IOException {
        EgressPort port = open(List.of(), "api.example.com:443");

        assertThat(all(port, connect("api.example.com:22"))).startsWith("HTTP/1.1 403 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.0.1",
                "172.16.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "0.0.0.0",
                "::1",
                "fd00::1",
                "fe80::1",
                "::ffff:127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::",
                "2001:0:7f00:1::"
            })
    void refusesADeclaredNameThatHasAPrivateAddress(String address) throws IOException {
        names.put("api.example.com", List.of("93.184.216.34", address));
        EgressPort port = open(List.of(), "api.example.com:443");

        assertThat(all(port, connect("api.example.com:443")))
                .startsWith("HTTP/1.1 403 ")
                .contains("has the private address", "--egress-private=api.example.com:443");
        assertThat(proxy.count(Outcome.PRIVATE)).isEqualTo(1);
    }

    @Test
    void refusesAPrivateAddressThatIsDeclaredAsSuchUntilTheOperatorAllowsIt() throws IOException {
        String literal = "127.0.0.1:" + server.getLocalPort();
        names.put("127.0.0.1", List.of("127.0.0.1"));

        assertThat(all(open(List.of(), literal), connect(literal))).startsWith("HTTP/1.1 403 ");
        try (Socket socket = ask(open(list(literal), literal), connect(literal))) {
            assertThat(head(socket)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void doesNotConnectToWhatTheOperatorAllowsAndTheTypeDoesNotDeclare() throws IOException {
        names.put("api.example.com", List.of("127.0.0.1"));

        assertThat(all(open(list(here())), connect(here()))).startsWith("HTTP/1.1 403 ");
    }

    @Test
    void connectsToTheAddressThatItHasJudgedWhateverTheNameLeadsToLater() throws IOException {
        names.put("api.example.com", List.of("127.0.0.1"));
        EgressPort port = open(list(here()), here());

        try (Socket socket = ask(port, connect(here()))) {
            assertThat(head(socket)).startsWith("HTTP/1.1 200 ");
        }
        assertThat(resolved).containsExactly("api.example.com");

        names.put("api.example.com", List.of("127.0.0.1"));
        EgressPort strict = open(List.of(), here());
        assertThat(all(strict, connect(here()))).startsWith("HTTP/1.1 403 ");
        assertThat(resolved).containsExactly("api.example.com", "api.example.com");
    }

    @Test
    void triesTheNextAddressOfAName() throws IOException {
        names.put("api.example.com", List.of("127.0.0.2", "127.0.0.1"));

        try (Socket socket = ask(open(list(here()), here()), connect(here()))) {
            assertThat(head(socket)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void saysThatAHostIsNotThereOrTakesNoConnection() throws IOException {
        names.put("127.0.0.1", List.of("127.0.0.1"));
        EgressPort port = open(list("127.0.0.1:1"), "none.example.com:443", "127.0.0.1:1");

        assertThat(all(port, connect("none.example.com:443")))
                .startsWith("HTTP/1.1 502 ")
                .contains("there is no host none.example.com");
        assertThat(all(port, connect("127.0.0.1:1")))
                .startsWith("HTTP/1.1 502 ")
                .contains("takes no connection");
        assertThat(proxy.count(Outcome.UNREACHABLE)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET http://api.example.com/ HTTP/1.1\r\n\r\n",
                "POST / HTTP/1.1\r\n\r\n",
                "connect api.example.com:443 HTTP/1.1\r\n\r\n",
                "CONNECT api.example.com HTTP/1.1\r\n\r\n",
                "CONNECT *.example.com:443 HTTP/1.1\r\n\r\n",
                "CONNECT api.example.com:443\r\n\r\n",
                "CONNECT  api.example.com:443 HTTP/1.1\r\n\r\n",
                "CONNECT api.example.com:443 HTTP/2\r\n\r\n",
                "\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001",
                "CONNECT api.exam\u00e9ple.com:443 HTTP/1.1\r\n\r\n"
            })
    void understandsConnectAlone(String request) throws IOException {
        EgressPort port = open(List.of(), "api.example.com:443", "*.example.com:443");

        assertThat(all(port, request)).startsWith("HTTP/1.1 400 Bad Request\r\n");
        assertThat(proxy.count(Outcome.NOT_UNDERSTOOD)).isEqualTo(1);
        assertThat(resolved).isEmpty();
    }

    @Test
    void readsNoHeadWithoutAnEnd() throws IOException {
        EgressPort port = open(List.of(), "api.example.com:443");

        try (Socket socket = ask(port, "CONNECT api.example.com:443 HTTP/1.1\r\nX: " + "x".repeat(8 << 10))) {
            assertThat(head(socket)).startsWith("HTTP/1.1 400 ");
        }
    }

    @Test
    void doesNotWaitForARequestWithoutEnd() throws IOException {
        limits = new Limits(4, Duration.ofMillis(50), Duration.ofSeconds(30));
        EgressPort port = open(List.of(), "api.example.com:443");

        assertThat(all(port, "CONNECT ")).startsWith("HTTP/1.1 400 ").contains("no request came in time");
    }

    @Test
    void refusesMoreConnectionsThanAProcessMayHaveAndTakesOneAgainWhenOneHasEnded() throws IOException {
        names.put("api.example.com", List.of("127.0.0.1"));
        EgressPort port = open(list(here()), here());
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < limits.connections(); i++) {
            Socket socket = ask(port, connect(here()));
            assertThat(head(socket)).startsWith("HTTP/1.1 200 ");
            held.add(socket);
        }

        assertThat(all(port, connect(here())))
                .startsWith("HTTP/1.1 503 ")
                .contains("the process has 4 connections already");
        assertThat(proxy.count(Outcome.TOO_MANY)).isEqualTo(1);

        held.getFirst().close();
        String answer = "";
        while (!answer.startsWith("HTTP/1.1 200 ")) {
            try (Socket socket = ask(port, connect(here()))) {
                answer = head(socket);
            }
        }
    }

    @Test
    void endsAConnectionByWhichNothingGoes() throws IOException {
        names.put("api.example.com", List.of("127.0.0.1"));
        limits = new Limits(4, Duration.ofSeconds(10), Duration.ofMillis(50));
        EgressPort port = open(list(here()), here());

        assertThat(all(port, connect(here()))).isEqualTo("HTTP/1.1 200 Connection Established\r\n\r\n");
    }

    @Test
    void endsAllConnectionsOfAProcessThatHasEnded() throws IOException {
        names.put("api.example.com", List.of("127.0.0.1"));
        EgressPort port = open(list(here()), here());
        Socket socket = ask(port, connect(here()));
        assertThat(head(socket)).startsWith("HTTP/1.1 200 ");

        port.close();

        int next;
        try {
            next = socket.getInputStream().read();
        } catch (IOException reset) {
            next = -1;
        }
        assertThat(next).isEqualTo(-1);
    }
}
