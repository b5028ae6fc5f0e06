package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/// Measures this build beside another one: both servers run, and the same load is put on one and on the other in turn.
///
/// What else the machine does moves absolute figures by a factor. In neighboring rounds it meets both builds alike, so
/// their ratio counts. Which of the two goes first changes from round to round.
final class BuildComparison {

    private static final int CLIENTS = 64;
    private static final int RESOURCES = 1000;
    private static final List<String> OPTIONS = List.of("--sync-wait", "10s");

    private final Path folder;
    private final Duration warmUp;
    private final Duration measured;

    BuildComparison(Path folder, Duration warmUp, Duration measured) {
        this.folder = folder;
        this.warmUp = warmUp;
        this.measured = measured;
    }

    /// What one round has found.
    ///
    /// @param ours what this build does in a second
    /// @param other what the other one does
    private record Round(Load.Result ours, Load.Result other) {
        double ratio() {
            return ours.perSecond() / other.perSecond();
        }
    }

    /// A load, by the number of its round.
    private interface Kind {
        Load.Result put(ServerProcess server, int round) throws IOException;
    }

    /// @param program the script `fairlead` of the other build
    /// @return the report
    String report(Path program, int rounds) throws Exception {
        try (ServerProcess ours = new ServerProcess(fresh("this"), OPTIONS);
                ServerProcess other = new ServerProcess(program, fresh("other"), OPTIONS)) {
            fill(ours);
            fill(other);
            StringBuilder report = new StringBuilder("# This build beside " + program + "\n\n"
                    + rounds + " rounds of " + measured.toSeconds() + " s each, by turns, both servers running, "
                    + CLIENTS + " clients.\n");
            append(report, "PUT", rounds(ours, other, this::puts, rounds));
            append(report, "GET", rounds(ours, other, this::gets, rounds));
            return report.toString();
        }
    }

    private List<Round> rounds(ServerProcess ours, ServerProcess other, Kind kind, int rounds) throws IOException {
        List<Round> measurements = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                Load.Result first = kind.put(ours, round);
                measurements.add(new Round(first, kind.put(other, round)));
            } else {
                Load.Result first = kind.put(other, round);
                measurements.add(new Round(kind.put(ours, round), first));
            }
        }
        return measurements;
    }

    private Load.Result puts(ServerProcess server, int round) throws IOException {
        return load(server, round, 201, number -> Requests.put("c" + round + "-" + number));
    }

    private Load.Result gets(ServerProcess server, int round) throws IOException {
        byte[][] gets = IntStream.range(0, RESOURCES)
                .mapToObj(number -> Requests.get("r" + number))
                .toArray(byte[][]::new);
        return load(server, round, 200, _ -> gets[ThreadLocalRandom.current().nextInt(RESOURCES)]);
    }

    private Load.Result load(ServerProcess server, int round, int status, LongFunction<byte[]> requests)
            throws IOException {
        Duration warming = round == 0 ? warmUp : warmUp.dividedBy(10);
        return Traffic.closed(new Traffic.Plan(server.port(), CLIENTS, status, requests), warming, measured);
    }

    private static void append(StringBuilder report, String name, List<Round> rounds) {
        report.append("\n## ").append(name).append("\n\n");
        report.append(
                "| round | this, a second | p99 ms | other, a second | p99 ms | ratio |\n|---|---|---|---|---|---|\n");
        for (int i = 0; i < rounds.size(); i++) {
            Round round = rounds.get(i);
            report.append(String.format(
                    Locale.ROOT,
                    "| %d | %,.0f | %.2f | %,.0f | %.2f | %.3f |%n",
                    i + 1,
                    round.ours().perSecond(),
                    round.ours().millis(99),
                    round.other().perSecond(),
                    round.other().millis(99),
                    round.ratio()));
        }
        List<Double> ratios = rounds.stream().map(Round::ratio).sorted().toList();
        report.append(String.format(
                Locale.ROOT,
                "%nRatio: median %.3f, from %.3f to %.3f; best rounds %.3f.%n",
                median(ratios),
                ratios.getFirst(),
                ratios.getLast(),
                best(rounds.stream().map(Round::ours).toList())
                        / best(rounds.stream().map(Round::other).toList())));
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static double best(List<Load.Result> results) {
        return results.stream().map(Load.Result::perSecond).max(Double::compare).orElseThrow();
    }

    private static void fill(ServerProcess server) throws IOException {
        try (Exchanger client = new Exchanger(server.port(), 201, number -> Requests.put("r" + number))) {
            for (int i = 0; i < RESOURCES; i++) {
                client.once(i);
            }
        }
    }

    private Path fresh(String name) throws IOException {
        return Files.createDirectory(folder.resolve(name));
    }
}
