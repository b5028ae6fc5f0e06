package fairlead.server.options;

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
import java.util.function.Supplier;

/// What the front is told on its command line.
///
/// @param data the folder of a certificate that is made here
/// @param cells the addresses of the cells, by location in normal form; the first is the home of subscriptions
/// @param patience how long a cell may take to begin its answer
/// @param key the key that the cells and fronts share, if callers have to sign in
/// @param atOnce how many requests a cell gets at a time
/// @param languages the folder of the languages besides those that ship with the program
public record FrontOptions(
        Listening listening,
        Path data,
        Map<String, URI> cells,
        Optional<Path> key,
        Duration patience,
        int atOnce,
        LogFormat log,
        Optional<Path> languages) {

    public FrontOptions {
        cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    }

    private static Supplier<FrontOptions> declare(Flags flags) {
        flags.section("Cells");
        var cell = flags.repeatable(
                "--cell=LOCATION=URL",
                Values::text,
                "the server that keeps the resources of a location; repeatable. The first one is the home of"
                        + " subscriptions");
        var cells = flags.optional(
                "--cells=FILE",
                Values::text,
                "the same, a line LOCATION=URL for each; lines that begin with # are comments");
        var key = Authentication.cellKey(flags, "; needed if the cells are started with --require-sign-in");
        var patience =
                flags.value("--timeout=TIME", Values::time, "60s", "how long a cell may take to begin its answer");
        var atOnce = flags.value(
                "--connections=N", Values.number(1, 4096), "256", "how many requests a cell gets at a time");
        var listening = Listening.declareInFront(flags);
        var data = flags.value("--data=DIR", Values::path, ".fairlead", "the folder of that certificate");
        flags.section("Answers and log");
        var languages = Answering.languages(flags);
        var log = LogFormat.declare(flags);
        return () -> new FrontOptions(
                listening.get().with(key.get().isPresent(), "--cell-key-file"),
                data.get(),
                cells(cell.get(), cells.get()),
                key.get(),
                patience.get(),
                atOnce.get(),
                log.get(),
                languages.get());
    }

    private static Flags flags() {
        return new Flags("Usage: fairlead front --cell=LOCATION=URL... [OPTION...]");
    }

    /// The options in the arguments. Throws [IllegalArgumentException] with one line that says what is wrong.
    public static FrontOptions parse(List<String> arguments) {
        Flags flags = flags();
        Supplier<FrontOptions> options = declare(flags);
        flags.parse(arguments);
        return options.get();
    }

    /// What `--help` says.
    public static String help() {
        Flags flags = flags();
        declare(flags);
        return flags.help();
    }

    private static Map<String, URI> cells(List<String> given, Optional<String> file) {
        List<String> lines = new ArrayList<>(given);
        file.map(FrontOptions::lines).ifPresent(lines::addAll);
        Map<String, URI> cells = new LinkedHashMap<>();
        for (String line : lines) {
            Map.Entry<String, URI> cell = cell(line);
            if (cells.put(cell.getKey(), cell.getValue()) != null) {
                throw new IllegalArgumentException("--cell: a location has one cell, '" + line + "' is another");
            }
        }
        if (cells.isEmpty()) {
            throw new IllegalArgumentException("a front needs cells: --cell LOCATION=URL for each");
        }
        return cells;
    }

    private static Map.Entry<String, URI> cell(String line) {
        int equals = line.indexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException("--cell: expected LOCATION=URL, found '" + line + "'");
        }
        try {
            URI url = Values.url(line.substring(equals + 1).strip().replaceAll("/+$", ""));
            return Map.entry(Location.parse(line.substring(0, equals).strip()).name(), url);
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
