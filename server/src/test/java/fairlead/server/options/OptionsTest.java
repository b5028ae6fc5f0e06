package fairlead.server.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.host.HandlerFiles;
import fairlead.host.egress.Destination;
import fairlead.host.egress.EgressPolicy;
import fairlead.lambda.Language;
import fairlead.lambda.Settings;
import fairlead.schema.data.DataClass;
import fairlead.server.http.AddressRange;
import fairlead.server.http.Exposure;
import fairlead.server.limit.Limits;
import fairlead.server.type.RegistrationGate;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What the server is told on its command line.
class OptionsTest {

    private static Options parse(String... arguments) {
        return Options.parse(List.of(arguments));
    }

    @Test
    void allHaveAValueWithoutBeingGiven() {
        Options options = parse();
        assertThat(options.listening().host()).isEqualTo("127.0.0.1");
        assertThat(options.listening().port()).isEqualTo(8080);
        assertThat(options.answering().syncWait()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.storage().data()).isEqualTo(Path.of(".fairlead"));
        assertThat(options.storage().seal()).isEmpty();
        assertThat(options.placement().isOfCell()).isFalse();
        assertThat(options.types().gate()).isEqualTo(RegistrationGate.SKIPPABLE);
        assertThat(options.types().driftInterval()).isZero();
        assertThat(options.providers())
                .isEqualTo(Settings.standard().with(new HandlerFiles(List.of(), List.of(Path.of(".fairlead")))));
        assertThat(options.limits()).isEqualTo(Limits.Settings.standard());
        assertThat(options.watching()).isEqualTo(new Watching(Duration.ofDays(7), 1000, 1000, true));
        assertThat(options.observability().log()).isEqualTo(LogFormat.TEXT);
    }

    @Test
    void areWrittenWithAnEqualsSignOrABlankAndTheLastOneCounts() {
        assertThat(parse("--port=1", "--port", "2", "--host", "::1").listening().url(3))
                .isEqualTo(URI.create("http://[::1]:3"));
        assertThat(parse("--data=", "--data=@kept").storage().data()).isEqualTo(Path.of("@kept"));
    }

    /// Over plain HTTP, tokens could be read on the way.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --tls=self-signed           | --public-url=http://fairlead.example  | callers have to know the server by one address: add --public-url=https://...
        --tls=self-signed           | --port=1                              | callers have to know the server by one address: add --public-url=https://...
        --public-url=https://a.test | --port=1                              | plain HTTP would show tokens to the network: add --tls, or --behind-proxy with the address of the proxy that speaks HTTPS
        """)
    void haveAServerThatOthersCanReachSpeakInPrivate(String one, String other, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("--host=0.0.0.0", "--require-sign-in", one, other))
                .withMessage("--host=0.0.0.0 can be reached from other machines, and " + reason);
    }

    @Test
    void sayWhichMachinesRequestsAreTakenFrom() {
        assertThat(parse().listening().exposure()).isEqualTo(Exposure.THIS_MACHINE);
        assertThat(parse().watching().anywhere()).isTrue();
        String[] proxied = {
            "--host=0.0.0.0", "--require-sign-in", "--public-url=https://a.test", "--behind-proxy=10.0.0.0/24"
        };
        assertThat(parse(proxied).listening().exposure())
                .isEqualTo(new Exposure(true, List.of(AddressRange.parse("10.0.0.0/24")), true));
        assertThat(parse(proxied).watching().anywhere()).isFalse();
        assertThat(parse("--host=::", "--require-sign-in", "--public-url=https://a.test", "--tls=a,b")
                        .listening()
                        .exposure())
                .isEqualTo(new Exposure(true, List.of(), false));
    }

    @Test
    void addUpWhereTheyAreRepeatable() {
        Options options = parse(
                "--location", "West Europe", "--location=local", "--cell=westeurope", "--runtime=java=/jdk/bin/java");
        assertThat(options.placement().locations()).containsExactly("West Europe", "local");
        assertThat(options.placement().places().serves("local")).isFalse();
        assertThat(options.providers().commands()).containsOnlyKeys(Language.JAVA);
    }

    @Test
    void everyFileThatIsTheServersAloneIsHiddenFromHandlers() {
        Options options = parse(
                "--data=/srv/data",
                "--key-file=/keys/seal.key",
                "--database-password-file=/keys/password",
                "--credentials=/keys/accounts",
                "--tls=/tls/cert,/tls/key",
                "--handler-files=/srv/shared");

        assertThat(options.providers().files().secret())
                .containsExactlyInAnyOrder(
                        Path.of("/srv/data"),
                        Path.of("/keys/seal.key"),
                        Path.of("/keys/password"),
                        Path.of("/keys/accounts"),
                        Path.of("/tls/key"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--data=/srv/data", "--key-file=/srv/keys/seal.key", "--tls=/tls/cert,/srv/tls.key"})
    void noFolderIsGrantedToHandlersThatHoldsOneOfThem(String hidden) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse(hidden, "--handler-files=A::B::C=/srv"))
                .withMessageStartingWith(
                        "--handler-files: expected a folder without files of the server, found '/srv', which holds"
                                + " '/srv/");
    }

    @Test
    void sayWhereHandlersConnectTo() {
        assertThat(parse(
                                "--egress=declared",
                                "--egress-private=db.internal:5432",
                                "--egress-private=*.lab.internal:443")
                        .providers()
                        .grants()
                        .egress())
                .isEqualTo(new EgressPolicy(
                        true,
                        false,
                        List.of(Destination.parse("db.internal:5432"), Destination.parse("*.lab.internal:443"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("--egress-private=db.internal"))
                .withMessageContaining("expected HOST:PORT");
    }

    @Test
    void sayWhoMakesCustomResources() {
        assertThat(parse(
                                "--custom-resource=dns=https://dns.example.com/make?key=1",
                                "--custom-resource=ad=http://ad:8080")
                        .types()
                        .customResources())
                .containsOnly(
                        Map.entry("dns", URI.create("https://dns.example.com/make?key=1")),
                        Map.entry("ad", URI.create("http://ad:8080")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("--custom-resource=dns=ftp://dns.example.com"))
                .withMessageContaining("expected NAME=https://HOST[:PORT][/PATH]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("--custom-resource=a=https://one", "--custom-resource=a=https://two"))
                .withMessageContaining("names 'a' twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("--custom-resource=a=http://one", "--webhook-network=public"))
                .withMessageContaining("expected https:// in the address of 'a'");
    }

    @Test
    void oneWithoutAValueIsGivenOrNot() {
        assertThat(parse().answering().paused()).isFalse();
        assertThat(parse("--paused", "--port=1").answering().paused()).isTrue();
    }

    @Test
    void thePauseIsTenSecondsUnlessItIsSet() {
        assertThat(parse().answering().minRetryAfter()).isEqualTo(Duration.ofSeconds(10));
        assertThat(parse("--min-retry-after=600").answering().minRetryAfter()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void whatIsSealedAreClassesOfSensitiveData() {
        assertThat(parse("--seal=content,permissions").storage().seal())
                .containsExactlyInAnyOrder(DataClass.CONTENT, DataClass.PERMISSIONS);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
        --port=65536               | --port: expected a number from 0 to 65535, found '65536'
        --min-retry-after=0        | --min-retry-after: expected a number from 1 to 600, found '0'
        --min-retry-after 601      | --min-retry-after: expected a number from 1 to 600, found '601'
        --host=192.0.2.1           | --host=192.0.2.1 can be reached from other machines, and without --require-sign-in every caller could do everything: add it, or listen on 127.0.0.1
        --host=224.0.0.1           | --host: the address '224.0.0.1' is not known
        --behind-proxy=proxy       | --behind-proxy: expected an address such as 192.0.2.7 or a network such as 10.1.0.0/16, found 'proxy'
        --behind-proxy=10.1.0.9/16 | --behind-proxy: expected the first address of the network, found '10.1.0.9/16'
        --sync-wait=1y             | --sync-wait: expected a time such as 500ms or 2s, found '1y'
        --drift-interval=1w        | --drift-interval: expected a time such as 30s, 15m, 6h or 1d, or off, found '1w'
        --public-url=nowhere       | --public-url: expected http://... or https://..., found 'nowhere'
        --tls=yes                  | --tls: expected self-signed or CERT,KEY, found 'yes'
        --log=xml                  | --log: expected text or json, found 'xml'
        --tests=never              | --tests: expected required or skippable, found 'never'
        --database=mysql:x         | --database: expected postgresql://..., found 'mysql:x'
        --seal=content,tagging     | --seal: expected some of content,account,permissions, found 'tagging'
        --schema-network=private   | --schema-network: expected public or any, found 'private'
        --schema-timeout=0s        | --schema-timeout: expected a time above 0
        --allow-schema-host=a/b    | --allow-schema-host: expected the name of a host, with :PORT where it is not the usual one, found 'a/b'
        --runtime=ruby=/ruby       | --runtime: expected java=FILE, python3=FILE or node=FILE, found 'ruby=/ruby'
        --location=we_st           | --location: expected letters, digits and '-', found 'we_st'
        --location=west --cell=east | --cell: expected one of the locations that --location names, found 'east'
        --wehbook-network=any      | unknown option --wehbook-network (similar: --webhook-network)
        --xyz                      | unknown option --xyz
        serve                      | unexpected argument 'serve'
        --port                     | option --port needs a value
        --data --port=1            | option --data needs a value
        """, delimiter = '|', quoteCharacter = '"')
    void areRefusedWithWhatIsWrong(String arguments, String message) {
        assertThatThrownBy(() -> parse(arguments.split(" ")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void areExplainedAtEightyColumns() {
        assertThat(Options.help().lines()).allMatch(line -> line.length() <= 80);
        assertThat(Options.help().lines())
                .contains("  --schema-timeout=TIME        how long one such document may take (10s)");
    }
}
