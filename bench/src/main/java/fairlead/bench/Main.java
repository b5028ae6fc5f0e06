package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// `bench/run [--quick] [--doors] [--out FILE]`: measures, and writes the report; with `--doors` only what
/// compares the two protocols.
public final class Main {

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        List<String> options = Arrays.asList(arguments);
        boolean quick = options.contains("--quick");
        Path folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "bench-");
        try {
            Measurements measurements = new Measurements(
                    folder,
                    Duration.ofSeconds(quick ? 2 : 30),
                    Duration.ofSeconds(quick ? 3 : 10),
                    quick ? 20_000 : 1_000_000);
            Report measured = new Report(measurements);
            String report = options.contains("--doors") ? measured.writeDoors() : measured.write();
            int out = options.indexOf("--out");
            if (out >= 0) {
                Files.writeString(Path.of(options.get(out + 1)), report);
            }
            System.out.println(report);
        } finally {
            delete(folder);
        }
        System.exit(0);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
