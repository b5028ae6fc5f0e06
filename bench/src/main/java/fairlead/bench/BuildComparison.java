package fairlead.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

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

    /// What a server has done in a round.
    ///
    /// @param cpu processor time of the server: what else the machine does changes it little
    private record Share(Load.Result load, Duration cpu) {
        double microsPerRequest() {
            return cpu.toNanos() / 1e3 / load.latencies().getTotalCount();
        }
    }

    /// What one round has found: of this build, and of the other one.
    private record Round(Share ours, Share other) {
        double throughput() {
            return ours.load().perSecond() / other.load().perSecond();
        }

        double cpu() {
            return ours.microsPerRequest() / other.microsPerRequest();
        }
    }

    /// A request, by the name of its round and its number.
    private interface Kind {
        byte[] request(String round, long number);
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
            append(report, "PUT", rounds(ours, other, rounds, 201, (round, number) -> Requests.put(round + number)));
            append(report, "GET", rounds(ours, other, rounds, 200, (_, _) -> anyGet()));
            return report.toString();
        }
    }

    private static byte[] anyGet() {
        return Requests.get("r" + ThreadLocalRandom.current().nextInt(RESOURCES));
    }

    private List<Round> rounds(ServerProcess ours, ServerProcess other, int rounds, int status, Kind kind)
            throws IOException {
        List<Round> measurements = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                Share first = load(ours, round, status, kind);
                measurements.add(new Round(first, load(other, round, status, kind)));
            } else {
                Share first = load(other, round, status, kind);
                measurements.add(new Round(load(ours, round, status, kind), first));
            }
        }
        return measurements;
    }

    private Share load(ServerProcess server, int round, int status, Kind kind) throws IOException {
        Duration warming = round == 0 ? warmUp : warmUp.dividedBy(10);
        Traffic.closed(
                new Traffic.Plan(server.port(), CLIENTS, status, number -> kind.request("w" + round + "-", number)),
                Duration.ZERO,
                warming);
        Duration before = server.cpu();
        Load.Result result = Traffic.closed(
                new Traffic.Plan(server.port(), CLIENTS, status, number -> kind.request("c" + round + "-", number)),
                Duration.ZERO,
                measured);
        return new Share(result, server.cpu().minus(before));
    }

    private static void append(StringBuilder report, String name, List<Round> rounds) {
        report.append("\n## ").append(name).append("\n\n");
        report.append("| round | this, a second | other | ratio | this, CPU µs a request | other | ratio |\n"
                + "|---|---|---|---|---|---|---|\n");
        for (int i = 0; i < rounds.size(); i++) {
            Round round = rounds.get(i);
            report.append(String.format(
                    Locale.ROOT,
                    "| %d | %,.0f | %,.0f | %.3f | %.1f | %.1f | %.3f |%n",
                    i + 1,
                    round.ours().load().perSecond(),
                    round.other().load().perSecond(),
                    round.throughput(),
                    round.ours().microsPerRequest(),
                    round.other().microsPerRequest(),
                    round.cpu()));
        }
        report.append("\nThroughput: ").append(spread(rounds, Round::throughput));
        report.append(String.format(
                Locale.ROOT,
                "; of the best rounds %.3f.%n",
                best(rounds.stream().map(Round::ours).toList())
                        / best(rounds.stream().map(Round::other).toList())));
        report.append("CPU time: ").append(spread(rounds, Round::cpu)).append(".\n");
    }

    private static String spread(List<Round> rounds, Function<Round, Double> ratio) {
        List<Double> ratios = rounds.stream().map(ratio).sorted().toList();
        return String.format(
                Locale.ROOT,
                "ratio %.3f in the median, from %.3f to %.3f",
                median(ratios),
                ratios.getFirst(),
                ratios.getLast());
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static double best(List<Share> shares) {
        return shares.stream()
                .map(share -> share.load().perSecond())
                .max(Double::compare)
                .orElseThrow();
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
