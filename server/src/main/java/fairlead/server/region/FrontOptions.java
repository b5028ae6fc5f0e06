package fairlead.server.region;

import fairlead.server.Arguments;
import fairlead.server.Options.Https;
import fairlead.server.Options.LogFormat;
import fairlead.server.scope.Location;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What the front is told on its command line.
///
/// @param port 0 for any that is free
/// @param data the folder of a certificate that is made here
/// @param cells the addresses of the cells, by location in normal form; the first is the home of subscriptions
/// @param publicUrl the address under which callers know the front
/// @param patience how long a cell may take to begin its answer
/// @param atOnce how many requests a cell gets at a time
/// @param languages the folder of the languages besides those that ship with the program
public record FrontOptions(
        String host,
        int port,
        Path data,
        Map<String, URI> cells,
        Optional<URI> publicUrl,
        Optional<Https> tls,
        Duration patience,
        int atOnce,
        LogFormat log,
        Optional<Path> languages) {

    static final String USAGE = """
        Usage: fairlead front --cell=LOCATION=URL... [OPTION...]

          --cell=LOCATION=URL         the server that keeps the resources of a location; repeatable. The first one is the
                                      home of subscriptions
          --cells=FILE                the same, a line LOCATION=URL for each; lines that begin with # are comments
          --port=PORT                 where to listen; 0 for any that is free (8080)
          --host=HOST                 the address to listen on: a loopback one (127.0.0.1)
          --public-url=URL            the address under which callers know the front
          --tls=self-signed           speak HTTPS, with a certificate made for localhost (server.crt in the data folder)
          --tls=CERT,KEY              speak HTTPS with this certificate and its key, both in PEM files
          --data=DIR                  the folder of that certificate (.fairlead/)
          --timeout=TIME              how long a cell may take to begin its answer (60s)
          --connections=N             how many requests a cell gets at a time (256)
          --log=text|json             how the log on standard error is written (text)
          --languages=DIR             more languages of error messages: a file TAG.properties for each
          --help                      this text
        """;

    private static final Set<String> NAMES = Set.of(
            "--cell",
            "--cells",
            "--port",
            "--host",
            "--public-url",
            "--tls",
            "--data",
            "--timeout",
            "--connections",
            "--log",
            "--languages");

    public FrontOptions {
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }

    /// The options in the arguments. Throws [IllegalArgumentException] with one line that says what is wrong.
    public static FrontOptions parse(List<String> arguments) {
        Arguments given = Arguments.parse(arguments, NAMES, Set.of("--cell"));
        return new FrontOptions(
                given.loopback("--host", "127.0.0.1"),
                given.number("--port", 8080, 0, 65535),
                Path.of(given.text("--data").orElse(".fairlead")),
                cells(given),
                given.url("--public-url"),
                given.text("--tls").map(Https::parse),
                given.time("--timeout", "60s"),
                given.number("--connections", 256, 1, 4096),
                LogFormat.parse(given.text("--log").orElse("text")),
                given.text("--languages").map(Path::of));
    }

    private static Map<String, URI> cells(Arguments given) {
        List<String> lines = new ArrayList<>(given.texts("--cell"));
        given.text("--cells").map(FrontOptions::lines).ifPresent(lines::addAll);
        Map<String, URI> cells = new LinkedHashMap<>();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("--cell: expected LOCATION=URL, found '" + line + "'");
            }
            URI url = Arguments.url("--cell", line.substring(equals + 1).strip().replaceAll("/+$", ""));
            if (cells.put(location(line.substring(0, equals).strip()), url) != null) {
                throw new IllegalArgumentException("--cell: a location has one cell, '" + line + "' is another");
            }
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("a front needs cells: --cell LOCATION=URL for each");
        }
        return cells;
    }

    private static String location(String text) {
        try {
            return Location.parse(text).name();
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--cell: " + wrong.getMessage(), wrong);
        }
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException("can't read " + file + ": " + failure.getMessage(), failure);
        }
    }
}
