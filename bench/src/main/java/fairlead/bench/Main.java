package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// `bench/run [--quick] [--protocols] [--hosts] [--out FILE]`: measures, and writes the report; with `--protocols` only
/// what compares the two protocols, with `--hosts` only handlers in processes of their own.
///
/// `bench/run --access [--rounds NUMBER] [--quick] [--out FILE]`: measures what sign-in, roles and rules cost.
/// `bench/run --beside PROGRAM [--rounds NUMBER] [--quick] [--out FILE]`: measures this build and the one that the
/// script `PROGRAM` starts, by turns, and writes their ratio.
public final class Main {

    private static final int ROUNDS = 7;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = Arrays.asList(arguments);
        boolean quick = options.contains("--quick");
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "bench-");
        try {
            Duration warmUp = Duration.ofSeconds(quick ? 2 : 30);
            Duration measured = Duration.ofSeconds(quick ? 3 : 10);
            Optional<Path> beside = value(options, "--beside").map(Path::of);
            Comparison comparison = new Comparison(warmUp, measured, rounds(options));
            String report = beside.isPresent()
                    ? new BuildComparison(folder, comparison).report(beside.get())
                    : options.contains("--access")
                            ? new AccessComparison(folder, comparison).report()
                            : report(new Measurements(folder, warmUp, measured, quick ? 20_000 : 1_000_000), options);
            Optional<String> out = value(options, "--out");
            if (out.isPresent()) {
                Files.writeString(Path.of(out.get()), report);
            }
            System.out.println(report);
        } finally {
            delete(folder);
        }
        System.exit(0);
    }

    private static String report(Measurements measurements, List<String> options) throws Exception {
        Report report = new Report(measurements);
        if (options.contains("--hosts")) {
            return report.writeHosts();
        }
        return options.contains("--protocols") ? report.writeProtocols() : report.write();
    }

    private static int rounds(List<String> options) {
        return value(options, "--rounds").map(Integer::parseInt).orElse(ROUNDS);
    }

    private static Optional<String> value(List<String> options, String name) {
        int at = options.indexOf(name);
        return at < 0 ? Optional.empty() : Optional.of(options.get(at + 1));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
