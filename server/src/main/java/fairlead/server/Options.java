package fairlead.server;

import fairlead.lambda.Language;
import fairlead.lambda.Settings;
import fairlead.schema.data.DataClass;
import fairlead.server.http.Tls;
import fairlead.server.limit.Limits;
import fairlead.server.scope.Location;
import fairlead.server.scope.Locations;
import fairlead.server.type.RegistrationGate;
import fairlead.server.type.definition.DriftSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the server is told on its command line.
///
/// @param port 0 for any that is free
/// @param data the folder of everything that is kept in files
/// @param database a `postgresql://` address instead of a file in that folder
/// @param syncWait how long a request waits for the end of its operation before it is answered as accepted
/// @param minRetryAfter what callers are asked to wait, in whole seconds
/// @param locations where resources can be; none means anywhere
/// @param cell those of the locations that this server keeps resources in, if other servers keep those of others
/// @param publicUrl the address under which callers know this server
/// @param tls how to speak HTTPS; empty for plain HTTP
/// @param credentials the accounts and keys of AWS tools; without it, any key is taken
/// @param keyFile the key that seals secrets, if it is not where it usually is
/// @param seal the classes of data that are sealed where they are stored
/// @param gate whether a version of a type may be registered untested
/// @param providers how CloudFormation providers are hosted
/// @param limits how much is taken on
/// @param otlp where spans are sent; empty for nowhere
/// @param driftInterval how often resources are looked at for drift whose type says nothing else; zero for never
/// @param schemaHosts where documents may be fetched from that schemas refer to
/// @param watching who may follow events, and how far back
/// @param languages the folder of the languages besides those that ship with the program
public record Options(
        String host,
        int port,
        Path data,
        Optional<String> database,
        Duration syncWait,
        Duration minRetryAfter,
        List<String> locations,
        List<String> cell,
        Optional<URI> publicUrl,
        Optional<Https> tls,
        Optional<Path> keyFile,
        Set<DataClass> seal,
        Optional<Path> credentials,
        RegistrationGate gate,
        Settings providers,
        LogFormat log,
        Limits.Settings limits,
        Optional<URI> otlp,
        Duration driftInterval,
        SchemaHosts schemaHosts,
        Watching watching,
        Optional<Path> languages) {

    /// Which certificate to show.
    public sealed interface Https {

        /// One that the server makes for this machine's own names.
        record SelfSigned() implements Https {}

        record FromFiles(Path certificate, Path key) implements Https {}

        /// What `--tls` says.
        static Https parse(String text) {
            if (text.equals("self-signed")) {
                return new SelfSigned();
            }
            int comma = text.indexOf(',');
            if (comma > 0 && comma < text.length() - 1) {
                return new FromFiles(Path.of(text.substring(0, comma)), Path.of(text.substring(comma + 1)));
            }
            throw new IllegalArgumentException("--tls: expected self-signed or CERT,KEY, found '" + text + "'");
        }

        /// The certificate, made if need be.
        ///
        /// @param folder where one that is made is kept
        default Tls certificate(Path folder, Clock clock) {
            return switch (this) {
                case SelfSigned() -> Tls.selfSigned(folder, clock);
                case FromFiles(var certificate, var key) -> new Tls(certificate, key);
            };
        }
    }

    /// How the log on standard error is written.
    public enum LogFormat {
        TEXT,
        JSON;

        /// What `--log` says.
        public static LogFormat parse(String name) {
            return switch (name) {
                case "text" -> TEXT;
                case "json" -> JSON;
                default -> throw new IllegalArgumentException("--log: expected text or json, found '" + name + "'");
            };
        }
    }

    static final String USAGE = """
        Usage: fairlead serve [OPTION...]

          --port=PORT                 where to listen; 0 for any that is free (8080)
          --host=HOST                 the address to listen on: a loopback one (127.0.0.1)
          --data=DIR                  the folder of the database and of registered types (.fairlead/)
          --database=URL              postgresql://user:password@host:port/name instead of the database in that folder
          --sync-wait=TIME            how long a request waits for its result before it is answered as accepted (1s)
          --min-retry-after=SECONDS   the shortest Retry-After of the answers, 1 to 600 (10)
          --location=NAME             where resources can be; repeatable; without it, any name is a location
          --cell=NAME                 those of the locations that are kept here, others being kept elsewhere; repeatable
          --public-url=URL            the address under which callers know this server
          --tls=self-signed           speak HTTPS, with a certificate made for localhost (server.crt in the data folder)
          --tls=CERT,KEY              speak HTTPS with this certificate and its key, both in PEM files
          --key-file=FILE             the key that seals secrets (seal.key in the data folder)
          --seal=CLASS,...            seal resources with such data: content, account, permissions (none)
          --credentials=FILE          the accounts and access keys of AWS tools; without it, any key is taken
          --tests=required|skippable  whether --skip-tests can register a type without contract tests (skippable)
          --provider-processes=N      how many processes a version of a CloudFormation provider may have (4)
          --provider-memory=MB        how much data each of them may have (512)
          --provider-env=NAME         a variable of the server's environment that providers get; repeatable
          --runtime=NAME=FILE         where java, python3 or node is, if not on the path; repeatable
          --allow-schema-host=HOST    a host that documents are fetched from which schemas refer to; repeatable (none)
          --schema-network=public|any whether such a host may be in a private network, and use HTTP (public)
          --schema-timeout=TIME       how long one such document may take (10s)
          --log=text|json             how the log on standard error is written (text)
          --otlp=URL                  send spans to this OTLP endpoint over HTTP, such as http://localhost:4318
          --drift-interval=TIME       how often resources are looked at for drift, such as 15m, 6h or 1d (off)
          --reads-per-second=N        of each caller in a subscription; ten times as many at once (100000)
          --writes-per-second=N       the same of creates, changes and actions (50000)
          --deletes-per-second=N      the same of deletes (50000)
          --data-plane-per-second=N   the same of what belongs to the data plane (100000)
          --event-history=TIME        how long events are kept for those who watch (168h)
          --most-watchers=N           how many may watch at the same time (1000)
          --webhook-network=any|public whether webhooks may lead into private networks, and use HTTP (any)
          --languages=DIR             more languages of error messages: a file TAG.properties for each
          --most-at-work=N            requests and steps of operations at the same time before more are refused (256)
          --help                      this text
        """;

    private static final Set<String> NAMES = Set.of(
            "--port",
            "--host",
            "--data",
            "--database",
            "--sync-wait",
            "--min-retry-after",
            "--location",
            "--cell",
            "--public-url",
            "--tls",
            "--key-file",
            "--seal",
            "--credentials",
            "--tests",
            "--provider-processes",
            "--provider-memory",
            "--provider-env",
            "--runtime",
            "--allow-schema-host",
            "--schema-network",
            "--schema-timeout",
            "--log",
            "--otlp",
            "--drift-interval",
            "--reads-per-second",
            "--writes-per-second",
            "--deletes-per-second",
            "--data-plane-per-second",
            "--event-history",
            "--most-watchers",
            "--webhook-network",
            "--languages",
            "--most-at-work");

    private static final Set<String> REPEATABLE =
            Set.of("--location", "--cell", "--provider-env", "--runtime", "--allow-schema-host");

    private static final int MOST = 10_000_000;

    public Options {
        locations = List.copyOf(locations);
        cell = List.copyOf(cell);
        seal = Set.copyOf(seal);
    }

    /// The places where resources can be, and those of them that are kept here.
    public Locations places() {
        return new Locations(locations, cell);
    }

    /// The options in the arguments, each as `--name=value` or `--name value`; the last one of a name counts.
    /// Throws [IllegalArgumentException] with one line that says what is wrong.
    public static Options parse(List<String> arguments) {
        return of(Arguments.parse(arguments, NAMES, REPEATABLE));
    }

    private static Options of(Arguments given) {
        return new Options(
                given.loopback("--host", "127.0.0.1"),
                given.number("--port", 8080, 0, 65535),
                Path.of(given.text("--data").orElse(".fairlead")),
                given.text("--database").map(Options::postgresql),
                given.time("--sync-wait", "1s"),
                Duration.ofSeconds(given.number("--min-retry-after", 10, 1, 600)),
                given.texts("--location").stream().map(Options::location).toList(),
                cell(given),
                given.url("--public-url"),
                given.text("--tls").map(Https::parse),
                given.text("--key-file").map(Path::of),
                given.text("--seal").map(Options::sealed).orElse(Set.of()),
                given.text("--credentials").map(Path::of),
                gate(given.text("--tests").orElse("skippable")),
                providers(given),
                LogFormat.parse(given.text("--log").orElse("text")),
                limits(given),
                given.url("--otlp"),
                driftInterval(given.text("--drift-interval").orElse(DriftSettings.OFF)),
                SchemaHosts.parse(given),
                Watching.parse(given),
                given.text("--languages").map(Path::of));
    }

    private static Limits.Settings limits(Arguments given) {
        Limits.Settings standard = Limits.Settings.standard();
        return new Limits.Settings(
                given.number("--reads-per-second", standard.reads(), 1, MOST),
                given.number("--writes-per-second", standard.writes(), 1, MOST),
                given.number("--deletes-per-second", standard.deletes(), 1, MOST),
                given.number("--data-plane-per-second", standard.data(), 1, MOST),
                given.number("--most-at-work", standard.atWork(), 1, MOST));
    }

    private static Settings providers(Arguments given) {
        Settings standard = Settings.standard();
        Map<Language, Path> commands = new EnumMap<>(Language.class);
        for (String runtime : given.texts("--runtime")) {
            int equals = runtime.indexOf('=');
            Language language = Language.ofCommand(runtime.substring(0, Math.max(0, equals)))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--runtime: expected java=FILE, python3=FILE or node=FILE, found '" + runtime + "'"));
            commands.put(language, Path.of(runtime.substring(equals + 1)));
        }
        return new Settings(
                given.number("--provider-processes", 4, 1, 1000),
                given.number("--provider-memory", 512, 64, 1 << 20),
                standard.startLimit(),
                standard.idle(),
                commands,
                Set.copyOf(given.texts("--provider-env")));
    }

    private static Duration driftInterval(String text) {
        try {
            return DriftSettings.interval(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--drift-interval: " + wrong.getMessage(), wrong);
        }
    }

    private static Set<DataClass> sealed(String text) {
        Set<DataClass> sealed = EnumSet.noneOf(DataClass.class);
        for (String word : text.split(",", -1)) {
            sealed.add(Arrays.stream(DataClass.values())
                    .filter(known -> known.sensitive() && known.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--seal: expected some of content,account,permissions, found '" + word + "'")));
        }
        return sealed;
    }

    private static String postgresql(String url) {
        if (url.startsWith("postgresql://") || url.startsWith("postgres://")) {
            return url;
        }
        throw new IllegalArgumentException("--database: expected postgresql://..., found '" + url + "'");
    }

    private static String location(String name) {
        try {
            return Location.parse(name).displayName();
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--location: " + wrong.getMessage(), wrong);
        }
    }

    private static List<String> cell(Arguments given) {
        Locations all = new Locations(
                given.texts("--location").stream().map(Options::location).toList());
        List<String> cell = given.texts("--cell");
        for (String name : cell) {
            if (!all.offered().contains(Location.normal(name))) {
                throw new IllegalArgumentException(
                        "--cell: expected one of the locations that --location names, found '" + name + "'");
            }
        }
        return cell;
    }

    private static RegistrationGate gate(String name) {
        return switch (name) {
            case "required" -> RegistrationGate.REQUIRED;
            case "skippable" -> RegistrationGate.SKIPPABLE;
            default ->
                throw new IllegalArgumentException("--tests: expected required or skippable, found '" + name + "'");
        };
    }
}
