package fairlead.server;

import fairlead.lambda.Language;
import fairlead.lambda.Settings;
import fairlead.server.limit.Limits;
import fairlead.server.type.Gate;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the server is told on its command line.
///
/// @param port 0 for any that is free
/// @param data the folder of everything that is kept in files
/// @param database a `postgresql://` address instead of a file in that folder
/// @param syncWait how long a request waits for the end of its operation before it is answered as accepted
/// @param minRetryAfter what callers are asked to wait, in whole seconds
/// @param locations where resources can be; none means anywhere
/// @param publicUrl the address under which callers know this server
/// @param tls how to speak HTTPS; empty for plain HTTP
/// @param credentials the accounts and keys of AWS tools; without it, any key is taken
/// @param keyFile the key that seals secrets, if it is not where it usually is
/// @param gate whether a version of a type may be registered untested
/// @param providers how CloudFormation providers are hosted
/// @param limits how much is taken on
/// @param otlp where spans are sent; empty for nowhere
public record Options(
        String host,
        int port,
        Path data,
        Optional<String> database,
        Duration syncWait,
        Duration minRetryAfter,
        List<String> locations,
        Optional<URI> publicUrl,
        Optional<Https> tls,
        Optional<Path> keyFile,
        Optional<Path> credentials,
        Gate gate,
        Settings providers,
        LogFormat log,
        Limits.Settings limits,
        Optional<URI> otlp) {

    /// Which certificate to show.
    public sealed interface Https {

        /// One that the server makes for this machine's own names.
        record SelfSigned() implements Https {}

        record FromFiles(Path certificate, Path key) implements Https {}
    }

    /// How the log on standard error is written.
    public enum LogFormat {
        TEXT,
        JSON
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
          --public-url=URL            the address under which callers know this server
          --tls=self-signed           speak HTTPS, with a certificate made for localhost (server.crt in the data folder)
          --tls=CERT,KEY              speak HTTPS with this certificate and its key, both in PEM files
          --key-file=FILE             the key that seals secrets (seal.key in the data folder)
          --credentials=FILE          the accounts and access keys of AWS tools; without it, any key is taken
          --tests=required|skippable  whether --skip-tests can register a type without contract tests (skippable)
          --provider-processes=N      how many processes a version of a CloudFormation provider may have (4)
          --provider-memory=MB        how much data each of them may have (512)
          --provider-env=NAME         a variable of the server's environment that providers get; repeatable
          --runtime=NAME=FILE         where java, python3 or node is, if not on the path; repeatable
          --log=text|json             how the log on standard error is written (text)
          --otlp=URL                  send spans to this OTLP endpoint over HTTP, such as http://localhost:4318
          --reads-per-second=N        of each caller in a subscription; ten times as many at once (100000)
          --writes-per-second=N       the same of creates, changes and actions (50000)
          --deletes-per-second=N      the same of deletes (50000)
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
            "--public-url",
            "--tls",
            "--key-file",
            "--credentials",
            "--tests",
            "--provider-processes",
            "--provider-memory",
            "--provider-env",
            "--runtime",
            "--log",
            "--otlp",
            "--reads-per-second",
            "--writes-per-second",
            "--deletes-per-second",
            "--most-at-work");

    private static final Set<String> REPEATABLE = Set.of("--location", "--provider-env", "--runtime");

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)?");

    public Options {
        locations = List.copyOf(locations);
    }

    /// The options in the arguments, each as `--name=value` or `--name value`; the last one of a name counts.
    /// Throws [IllegalArgumentException] with one line that says what is wrong.
    public static Options parse(List<String> arguments) {
        Map<String, String> given = new HashMap<>();
        Map<String, List<String>> repeated = new HashMap<>();
        for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
            String argument = rest.next();
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        name.startsWith("-") ? "unknown option " + name : "unexpected argument '" + argument + "'");
            }
            if (equals < 0 && !rest.hasNext()) {
                throw new IllegalArgumentException("option " + name + " needs a value");
            }
            String value = equals < 0 ? rest.next() : argument.substring(equals + 1);
            if (REPEATABLE.contains(name)) {
                repeated.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
            } else {
                given.put(name, value);
            }
        }
        return of(given, repeated);
    }

    private static Options of(Map<String, String> given, Map<String, List<String>> repeated) {
        return new Options(
                loopback(given.getOrDefault("--host", "127.0.0.1")),
                number("--port", given.getOrDefault("--port", "8080"), 0, 65535),
                Path.of(given.getOrDefault("--data", ".fairlead")),
                Optional.ofNullable(given.get("--database")).map(Options::postgresql),
                time("--sync-wait", given.getOrDefault("--sync-wait", "1s")),
                Duration.ofSeconds(number("--min-retry-after", given.getOrDefault("--min-retry-after", "10"), 1, 600)),
                repeated.getOrDefault("--location", List.of()).stream()
                        .map(Options::location)
                        .toList(),
                Optional.ofNullable(given.get("--public-url")).map(text -> url("--public-url", text)),
                Optional.ofNullable(given.get("--tls")).map(Options::https),
                Optional.ofNullable(given.get("--key-file")).map(Path::of),
                Optional.ofNullable(given.get("--credentials")).map(Path::of),
                gate(given.getOrDefault("--tests", "skippable")),
                providers(given, repeated),
                log(given.getOrDefault("--log", "text")),
                limits(given),
                Optional.ofNullable(given.get("--otlp")).map(text -> url("--otlp", text)));
    }

    private static Limits.Settings limits(Map<String, String> given) {
        Limits.Settings standard = Limits.Settings.standard();
        return new Limits.Settings(
                numberOr(standard.reads(), "--reads-per-second", given),
                numberOr(standard.writes(), "--writes-per-second", given),
                numberOr(standard.deletes(), "--deletes-per-second", given),
                numberOr(standard.atWork(), "--most-at-work", given));
    }

    private static int numberOr(int standard, String name, Map<String, String> given) {
        return number(name, given.getOrDefault(name, Integer.toString(standard)), 1, 10_000_000);
    }

    private static Settings providers(Map<String, String> given, Map<String, List<String>> repeated) {
        Settings standard = Settings.standard();
        Map<Language, Path> commands = new EnumMap<>(Language.class);
        for (String runtime : repeated.getOrDefault("--runtime", List.of())) {
            int equals = runtime.indexOf('=');
            Language language = Language.ofCommand(runtime.substring(0, Math.max(0, equals)))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "--runtime: expected java=FILE, python3=FILE or node=FILE, found '" + runtime + "'"));
            commands.put(language, Path.of(runtime.substring(equals + 1)));
        }
        return new Settings(
                number("--provider-processes", given.getOrDefault("--provider-processes", "4"), 1, 1000),
                number("--provider-memory", given.getOrDefault("--provider-memory", "512"), 64, 1 << 20),
                standard.startLimit(),
                standard.idle(),
                commands,
                Set.copyOf(repeated.getOrDefault("--provider-env", List.of())));
    }

    private static String loopback(String host) {
        try {
            if (InetAddress.getByName(host).isLoopbackAddress()) {
                return host;
            }
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException("--host: the address '" + host + "' is not known", unknown);
        }
        throw new IllegalArgumentException(
                "--host: expected a loopback address such as 127.0.0.1, since there is no login, found '" + host + "'");
    }

    private static int number(String name, String text, int least, int most) {
        if (text.matches("\\d{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        }
        throw new IllegalArgumentException(
                name + ": expected a number from " + least + " to " + most + ", found '" + text + "'");
    }

    private static Duration time(String name, String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw new IllegalArgumentException(name + ": expected a time such as 500ms or 2s, found '" + text + "'");
        }
        long amount = Long.parseLong(time.group(1));
        return switch (String.valueOf(time.group(2))) {
            case "ms" -> Duration.ofMillis(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofSeconds(amount);
        };
    }

    private static String postgresql(String url) {
        if (url.startsWith("postgresql://") || url.startsWith("postgres://")) {
            return url;
        }
        throw new IllegalArgumentException("--database: expected postgresql://..., found '" + url + "'");
    }

    private static String location(String name) {
        if (name.matches("[A-Za-z][A-Za-z0-9 -]{0,63}")) {
            return name;
        }
        throw new IllegalArgumentException("--location: expected letters, digits and '-', found '" + name + "'");
    }

    private static URI url(String name, String text) {
        try {
            URI url = URI.create(text);
            boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (http && url.getHost() != null && url.getRawQuery() == null) {
                return url;
            }
        } catch (IllegalArgumentException notOne) {
            // Answered below, like an address of another kind.
        }
        throw new IllegalArgumentException(name + ": expected http://... or https://..., found '" + text + "'");
    }

    private static Https https(String text) {
        if (text.equals("self-signed")) {
            return new Https.SelfSigned();
        }
        int comma = text.indexOf(',');
        if (comma > 0 && comma < text.length() - 1) {
            return new Https.FromFiles(Path.of(text.substring(0, comma)), Path.of(text.substring(comma + 1)));
        }
        throw new IllegalArgumentException("--tls: expected self-signed or CERT,KEY, found '" + text + "'");
    }

    private static Gate gate(String name) {
        return switch (name) {
            case "required" -> Gate.REQUIRED;
            case "skippable" -> Gate.SKIPPABLE;
            default ->
                throw new IllegalArgumentException("--tests: expected required or skippable, found '" + name + "'");
        };
    }

    private static LogFormat log(String name) {
        return switch (name) {
            case "text" -> LogFormat.TEXT;
            case "json" -> LogFormat.JSON;
            default -> throw new IllegalArgumentException("--log: expected text or json, found '" + name + "'");
        };
    }
}
