package fairlead.bench.validation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/// `bench/validation [--corpus DIR] [--out FILE]`: measures the validators, and writes the report.
/// `bench/validation --agreement DIR` compares their verdicts over the schemas below a folder.
public final class ValidationMain {

    private static final int COMMITTED = 6;

    private ValidationMain() {}

    public static void main(String[] arguments) throws IOException, RunnerException {
        List<String> options = Arrays.asList(arguments);
        int agreement = options.indexOf("--agreement");
        if (agreement >= 0) {
            System.out.println(Agreement.report(Path.of(options.get(agreement + 1))));
            return;
        }
        int corpus = options.indexOf("--corpus");
        Map<String, Map<Contender, Double>> times = new LinkedHashMap<>(run(builder()));
        if (corpus >= 0) {
            times.putAll(
                    run(builder().param("sample", "published", "generated").param("corpus", options.get(corpus + 1))));
        }
        String report = report(times);
        int out = options.indexOf("--out");
        if (out >= 0) {
            Files.writeString(Path.of(options.get(out + 1)), report);
        }
        System.out.println(report);
    }

    private static ChainedOptionsBuilder builder() {
        return new OptionsBuilder()
                .include(ValidationBenchmark.class.getSimpleName())
                .forks(1)
                .warmupIterations(3)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(4)
                .measurementTime(TimeValue.milliseconds(500))
                .jvmArgsAppend("-XX:+UseSerialGC");
    }

    /// Microseconds by sample and contender.
    private static Map<String, Map<Contender, Double>> run(ChainedOptionsBuilder options) throws RunnerException {
        Map<String, Map<Contender, Double>> times = new LinkedHashMap<>();
        for (RunResult result : new Runner(options.build()).run()) {
            String sample = result.getParams().getParam("sample");
            Contender contender = Contender.valueOf(result.getParams().getParam("contender"));
            times.computeIfAbsent(sample, _ -> new EnumMap<>(Contender.class))
                    .put(contender, result.getPrimaryResult().getScore());
        }
        return times;
    }

    private static String report(Map<String, Map<Contender, Double>> times) {
        List<String> lines = new ArrayList<>(List.of(
                "# Performance of validation",
                "",
                "Written by `bench/validation`. Microseconds to validate a parsed model and to find every fault in it,"
                        + " each",
                "validator on its own kind of tree, one thread; in brackets, how many times as long as Fairlead."
                        + " Figures of",
                "one run on one machine: use them as ratios.",
                "",
                "- JDK " + System.getProperty("java.version") + ", "
                        + Runtime.getRuntime().availableProcessors() + " cores; JMH, "
                        + "a process of its own for each figure, 1.5 s of warm-up, 2 s measured",
                "- `service` is one flat object, `fleet` a list of 40 nested ones, `policy` alternatives within"
                        + " alternatives;",
                "  the invalid ones have three to six faults each; formats are left out"));
        if (times.size() > COMMITTED) {
            lines.add(
                    "- `published` is the published test inputs of third-party types whose schemas are published, too;"
                            + " `generated` a");
            lines.add("  model for each of AWS's schemas");
        }
        lines.add("");
        StringBuilder head = new StringBuilder("| sample |");
        StringBuilder rule = new StringBuilder("|---|");
        for (Contender contender : Contender.values()) {
            head.append(' ').append(contender.title()).append(" |");
            rule.append("---|");
        }
        lines.add(head.toString());
        lines.add(rule.toString());
        times.forEach((sample, row) -> lines.add(row(sample, row)));
        return String.join("\n", lines) + "\n";
    }

    private static String row(String sample, Map<Contender, Double> row) {
        StringBuilder line = new StringBuilder("| " + sample + " |");
        double own = row.getOrDefault(Contender.FAIRLEAD, Double.NaN);
        for (Contender contender : Contender.values()) {
            double time = row.getOrDefault(contender, Double.NaN);
            String ratio = contender == Contender.FAIRLEAD ? "" : String.format(Locale.ROOT, " (%.1f)", time / own);
            line.append(String.format(Locale.ROOT, " %.2f%s |", time, ratio));
        }
        return line.toString();
    }
}
