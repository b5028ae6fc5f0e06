package fairlead.bench.checksum;

import fairlead.smithy.checksum.Algorithm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// `bench/checksums [--out FILE]`: measures the checksums, and writes the report.
public final class ChecksumMain {

    private static final Algorithm[] OF_THE_JDK = {Algorithm.CRC32, Algorithm.CRC32C, Algorithm.SHA1, Algorithm.SHA256};

    private ChecksumMain() {}

    public static void main(String[] arguments) throws IOException, RunnerException {
        List<String> options = Arrays.asList(arguments);
        Map<Algorithm, Map<Way, Double>> times = new EnumMap<>(Algorithm.class);
        run(times, OF_THE_JDK, Way.DIGEST, Way.JDK, Way.STREAM, Way.JDK_STREAM);
        run(times, new Algorithm[] {Algorithm.CRC64NVME}, Way.DIGEST, Way.STREAM, Way.TABLE, Way.READ);
        String report = report(times);
        int out = options.indexOf("--out");
        if (out >= 0) {
            Files.writeString(Path.of(options.get(out + 1)), report);
        }
        System.out.println(report);
    }

    private static void run(Map<Algorithm, Map<Way, Double>> times, Algorithm[] algorithms, Way... ways)
            throws RunnerException {
        var options = new OptionsBuilder()
                .include(ChecksumBenchmark.class.getSimpleName())
                .param("algorithm", names(algorithms))
                .param("way", names(ways))
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(300))
                .jvmArgsAppend("-XX:+UseSerialGC")
                .build();
        for (RunResult result : new Runner(options).run()) {
            Algorithm algorithm = Algorithm.valueOf(result.getParams().getParam("algorithm"));
            Way way = Way.valueOf(result.getParams().getParam("way"));
            times.computeIfAbsent(algorithm, _ -> new EnumMap<>(Way.class))
                    .put(way, result.getPrimaryResult().getStatistics().getMin());
        }
    }

    private static String[] names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toArray(String[]::new);
    }

    private static String report(Map<Algorithm, Map<Way, Double>> times) {
        List<String> lines = new ArrayList<>(List.of(
                "# Performance of checksums",
                "",
                "Written by `bench/checksums`. Gigabytes a second over a payload of 1 MiB, one thread; the ratio is how"
                        + " fast ours is",
                "beside the JDK's own class (1.00 is as fast). Figures of one run on one machine: use them as ratios.",
                "",
                "- JDK " + System.getProperty("java.version") + ", "
                        + Runtime.getRuntime().availableProcessors()
                        + " cores; JMH, a process of its own for each figure, 0.9 s of warm-up, 1.5 s measured, of"
                        + " which the fastest",
                "  sample counts: it is the one that nothing else on the machine disturbed",
                "- in memory: `Digest` beside `CRC32`, `CRC32C` and `MessageDigest`, each given the whole array",
                "- streaming: a payload validated while it is read through a buffer of 64 KiB, beside"
                        + " `CheckedInputStream` and",
                "  `DigestInputStream` over the same buffer",
                "",
                "| algorithm | in memory | JDK | ratio | streaming | JDK | ratio |",
                "|---|---|---|---|---|---|---|"));
        for (Algorithm algorithm : OF_THE_JDK) {
            Map<Way, Double> row = times.getOrDefault(algorithm, Map.of());
            lines.add("| " + algorithm.word() + pair(row, Way.DIGEST, Way.JDK) + pair(row, Way.STREAM, Way.JDK_STREAM)
                    + " |");
        }
        Map<Way, Double> nvme = times.getOrDefault(Algorithm.CRC64NVME, Map.of());
        lines.addAll(List.of(
                "",
                "The JDK has no CRC64NVME. Its contenders: a table of 256 values, one look for each byte, as CRCs are"
                        + " mostly written;",
                "and the limit of one thread, adding all bytes up eight at a time.",
                "",
                "| CRC64NVME | GB/s | times the table |",
                "|---|---|---|",
                single("in memory, sixteen tables", nvme, Way.DIGEST),
                single("streaming", nvme, Way.STREAM),
                single("one table", nvme, Way.TABLE),
                single("reading alone", nvme, Way.READ)));
        return String.join("\n", lines) + "\n";
    }

    private static double speed(Map<Way, Double> row, Way way) {
        return ChecksumBenchmark.SIZE / row.getOrDefault(way, Double.NaN) / 1000;
    }

    private static String pair(Map<Way, Double> row, Way ours, Way theirs) {
        return String.format(
                Locale.ROOT,
                " | %.2f | %.2f | %.2f",
                speed(row, ours),
                speed(row, theirs),
                speed(row, ours) / speed(row, theirs));
    }

    private static String single(String name, Map<Way, Double> row, Way way) {
        return String.format(
                Locale.ROOT, "| %s | %.2f | %.1f |", name, speed(row, way), speed(row, way) / speed(row, Way.TABLE));
    }
}
