package fairlead.host.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DestinationTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"api.example.com:443", "*.example.com:443", "db:5432", "192.0.2.7:80", "a_b.example:1", "x:65535"
            })
    void isWrittenAsItIsRead(String text) {
        assertThat(Destination.parse(text)).hasToString(text);
    }

    @Test
    void hasOneFormForEachAddress() {
        assertThat(Destination.parse("[2001:DB8:0:0::7]:443")).isEqualTo(Destination.parse("[2001:db8::7]:443"));
        assertThat(Destination.parse("API.example.com:443")).isEqualTo(Destination.parse("api.example.com:443"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                "host:",
                ":443",
                "host:0",
                "host:65536",
                "host:443/",
                "https://host:443",
                "a b:1",
                "*:443",
                "*.com:443",
                "a.*.com:443",
                "*.192.0.2.7:443",
                "127.1:80",
                "2130706433:80",
                "256.0.0.1:80",
                "[::1:80",
                "[1.2.3.4]:80",
                "::1:80",
                "[fe80::1%eth0]:80",
                "-a.example:1",
                "a..example:1",
                "a.example.:1",
                "[:::]:1",
                "user@host:1",
                "host:44３"
            })
    void isRefusedIfItNamesNoHostAndPort(String text) {
        assertThatThrownBy(() -> Destination.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected HOST:PORT, such as api.example.com:443, *.example.com:443 or"
                        + " [2001:db8::7]:443, found '" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "api.example.com:443, api.example.com:443, true",
        "api.example.com:443, api.example.com:80, false",
        "api.example.com:443, other.example.com:443, false",
        "*.example.com:443, api.example.com:443, true",
        "*.example.com:443, a.b.example.com:443, true",
        "*.example.com:443, example.com:443, false",
        "*.example.com:443, evilexample.com:443, false",
        "*.example.com:443, *.example.com:443, false"
    })
    void coversWhatItNames(String allowed, String asked, boolean covered) {
        assertThat(Destination.parse(allowed).covers(Destination.parse(asked))).isEqualTo(covered);
    }
}
