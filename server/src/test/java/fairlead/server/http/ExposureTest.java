package fairlead.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import fairlead.server.access.AccessControl;
import fairlead.server.access.Asked;
import fairlead.server.limit.Limits;
import fairlead.server.problem.Problem;
import fairlead.server.telemetry.Telemetry;
import fairlead.server.time.MonotonicTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Which requests are looked at, and where they are believed to come from.
class ExposureTest {

    private static final Exposure NETWORK = new Exposure(true, List.of(), false);

    private static SocketAddress from(String address) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), 1234);
    }

    private static List<AddressRange> ranges(String... texts) {
        return List.of(texts).stream().map(AddressRange::parse).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "10.1.0.0/16,   10.1.255.9,        true",
        "10.1.0.0/16,   10.2.0.1,          false",
        "10.1.0.128/25, 10.1.0.127,        false",
        "10.1.0.128/25, 10.1.0.129,        true",
        "192.0.2.7,     192.0.2.7,         true",
        "192.0.2.7,     192.0.2.8,         false",
        "0.0.0.0/0,     203.0.113.1,       true",
        "0.0.0.0/0,     2001:db8::1,       false",
        "2001:db8::/32, 2001:db8:ffff::1,  true",
        "2001:db8::/32, 2001:db9::1,       false",
        "192.0.2.0/24,  ::ffff:192.0.2.9,  true"
    })
    void aRangeHoldsTheAddressesThatBeginAsItDoes(String range, String address, boolean held) {
        assertThat(AddressRange.parse(range).contains(InetAddress.ofLiteral(address)))
                .isEqualTo(held);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "proxy", "localhost", "10.1.0.0/33", "10.1.0.0/", "10.1.0.1/16", "10.1.0.0/-1", "::/129"})
    void aRangeIsNoNameAndNoAddressWithinANetwork(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> AddressRange.parse(text))
                .withMessageStartingWith("expected")
                .withMessageContaining("found '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true, true, true",
        "::1, true, true, true",
        "10.0.0.1, false, true, true",
        "10.0.1.1, false, true, false"
    })
    void machinesAreTakenThatTheServerIsFor(String peer, boolean alone, boolean network, boolean proxies) {
        assertThat(Exposure.THIS_MACHINE.takes(from(peer))).isEqualTo(alone);
        assertThat(NETWORK.takes(from(peer))).isEqualTo(network);
        assertThat(new Exposure(true, ranges("10.0.0.0/24"), true).takes(from(peer)))
                .isEqualTo(proxies);
        assertThat(new Exposure(true, ranges("10.0.0.0/24"), false).takes(from(peer)))
                .isEqualTo(network);
    }

    /// Says where a request comes from.
    private static final class Origins implements Surface {

        @Override
        public boolean serves(Request request) {
            return true;
        }

        @Override
        public Asked asks(Request request) {
            return Asked.KNOWN;
        }

        @Override
        public Response answer(Request request) {
            return Response.of(200, "text/plain", request.caller().address().getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public Response refuse(Request request, Problem problem) {
            return ErrorDocument.response(request, problem);
        }
    }

    private static RawHttp.Answer ask(Exposure exposure, String headers) throws IOException {
        HttpServer.Settings settings = new HttpServer.Settings(
                        "127.0.0.1", 0, Optional.of(URI.create("https://fairlead.example")), Optional.empty())
                .reached(new HttpServer.Reach(exposure, Optional.empty(), false));
        try (HttpServer server = new HttpServer(settings)) {
            server.start(
                    List.of(new Origins()),
                    _ -> new Problem.Internal(),
                    UUID::randomUUID,
                    Telemetry.none(),
                    new Limits(Limits.Settings.standard(), MonotonicTime.system()),
                    AccessControl.development());
            try (RawHttp http = new RawHttp(URI.create("http://127.0.0.1:" + server.port()))) {
                return http.send("GET / HTTP/1.1\n" + headers, "");
            }
        }
    }

    @Nested
    class WhereARequestComesFrom {

        private static final String HOST = "Host: fairlead.example\n";

        @Test
        void isThePeerAsLongAsItIsNoTrustedProxyWhateverItSays() throws IOException {
            assertThat(ask(NETWORK, HOST + "X-Forwarded-For: 203.0.113.9").body())
                    .isEqualTo("127.0.0.1");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            203.0.113.9                          | 203.0.113.9
            203.0.113.9, 198.51.100.4            | 198.51.100.4
            203.0.113.9, 198.51.100.4, 10.0.0.7  | 198.51.100.4
            10.0.0.8, 10.0.0.7                   | 10.0.0.8
            nonsense, 10.0.0.7                   | 10.0.0.7
            2001:db8::5                          | 2001:db8:0:0:0:0:0:5
            """)
        void isTheLastAddressThatNoTrustedProxyHas(String header, String origin) throws IOException {
            Exposure exposure = new Exposure(true, ranges("127.0.0.1", "10.0.0.0/24"), true);
            assertThat(ask(exposure, HOST + "X-Forwarded-For: " + header).body())
                    .isEqualTo(origin);
        }

        @Test
        void isReadFromSeveralHeadersAsFromOne() throws IOException {
            Exposure exposure = new Exposure(true, ranges("127.0.0.1"), true);
            assertThat(ask(exposure, HOST + "X-Forwarded-For: 203.0.113.9\nX-Forwarded-For: 198.51.100.4")
                            .body())
                    .isEqualTo("198.51.100.4");
        }
    }

    @Nested
    class TheNameThatIsAddressed {

        @ParameterizedTest
        @CsvSource({
            "fairlead.example,      200, 200",
            "FAIRLEAD.example:443,  200, 200",
            "localhost,             200, 200",
            "evil.example,          403, 403",
            "fairlead.example.evil, 403, 403",
            "192.0.2.2:8443,        403, 200",
            "[2001:db8::1]:8443,    403, 200"
        })
        void isThePublicOneOrAnAddress(String host, int here, int network) throws IOException {
            assertThat(ask(Exposure.THIS_MACHINE, "Host: " + host).status()).isEqualTo(here);
            assertThat(ask(NETWORK, "Host: " + host).status()).isEqualTo(network);
        }

        @Test
        void isNamedWhereAnotherIsRefused() throws IOException {
            assertThat(ask(NETWORK, "Host: evil.example").body())
                    .contains("Requests have to be addressed to 'fairlead.example', not to 'evil.example'.");
        }

        @ParameterizedTest
        @CsvSource({
            "Origin: https://fairlead.example,  200",
            "Origin: https://evil.example,      403",
            "Origin: null,                      403",
            "Sec-Fetch-Site: cross-site,        403",
            "Sec-Fetch-Site: same-site,         403",
            "Sec-Fetch-Site: same-origin,       200"
        })
        void isThePagesOwn(String header, int status) throws IOException {
            assertThat(ask(NETWORK, "Host: fairlead.example\n" + header).status())
                    .isEqualTo(status);
        }
    }

    @Nested
    class WhatABrowserIsTold {

        @Test
        void isToTakeNoAnswerForWhatItIsNot() throws IOException {
            assertThat(ask(Exposure.THIS_MACHINE, "Host: localhost").header("X-Content-Type-Options"))
                    .isEqualTo("nosniff");
            assertThat(ask(Exposure.THIS_MACHINE, "Host: evil.example").header("X-Content-Type-Options"))
                    .isEqualTo("nosniff");
        }

        @Test
        void isToComeByHttpsAlonePublicly() throws IOException {
            assertThat(ask(NETWORK, "Host: fairlead.example").header("Strict-Transport-Security"))
                    .isEqualTo("max-age=31536000");
            assertThat(ask(Exposure.THIS_MACHINE, "Host: localhost").header("Strict-Transport-Security"))
                    .isEmpty();
        }
    }
}
