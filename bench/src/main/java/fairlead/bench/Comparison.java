package fairlead.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/// Measures two servers beside each other: both run, and the same kind of load is put on one and on the other in turn.
///
/// What else the machine does moves absolute figures by a factor. In neighboring rounds it meets both alike, so their
/// ratio
/// counts. Which of the two goes first changes from round to round.
///
/// @param warmUp before the first round; a tenth of it before each other one
/// @param measured the length of a round
record Comparison(Duration warmUp, Duration measured, int rounds) {

    private static final int CLIENTS = 64;

    /// A request, by the name of its round and its number.
    interface Kind {
        byte[] request(String round, long number);
    }

    /// One of the two, and what it is asked.
    record Contender(ServerProcess server, Kind kind) {}

    /// How it was measured, in a sentence.
    String terms() {
        return rounds + " rounds of " + measured.toSeconds() + " s each, by turns, both servers running, " + CLIENTS
                + " clients.";
    }

    /// The section of one kind of request.
    ///
    /// @param status that each answer has to have
    String section(String name, int status, Contender ours, Contender other) throws IOException {
        StringBuilder report = new StringBuilder();
        append(report, name, rounds(ours, other, status));
        return report.toString();
    }

    /// What a server has done in a round.
    ///
    /// @param cpu processor time of the server: what else the machine does changes it little
    private record Share(Load.Result load, Duration cpu) {
        double microsPerRequest() {
            return cpu.toNanos() / 1e3 / load.latencies().getTotalCount();
        }
    }

    /// What one round has found: of the first, and of the other one.
    private record Round(Share ours, Share other) {
        double throughput() {
            return ours.load().perSecond() / other.load().perSecond();
        }

        double cpu() {
            return ours.microsPerRequest() / other.microsPerRequest();
        }
    }

    private List<Round> rounds(Contender ours, Contender other, int status) throws IOException {
        List<Round> measurements = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            if (round % 2 == 0) {
                Share first = load(ours, round, status);
                measurements.add(new Round(first, load(other, round, status)));
            } else {
                Share first = load(other, round, status);
                measurements.add(new Round(load(ours, round, status), first));
            }
        }
        return measurements;
    }

    private Share load(Contender contender, int round, int status) throws IOException {
        ServerProcess server = contender.server;
        Kind kind = contender.kind;
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
        line(report, "");
        line(report, "## " + name);
        line(report, "");
        line(report, "| round | this, a second | other | ratio | this, CPU µs a request | other | ratio |");
        line(report, "|---|---|---|---|---|---|---|");
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
        line(report, "");
        report.append("Throughput: ").append(spread(rounds, Round::throughput));
        report.append(String.format(
                Locale.ROOT,
                "; of the best rounds %.3f.%n",
                best(rounds.stream().map(Round::ours).toList())
                        / best(rounds.stream().map(Round::other).toList())));
        report.append("CPU time: ").append(spread(rounds, Round::cpu)).append(".\n");
    }

    private static void line(StringBuilder report, String text) {
        report.append(text).append('\n');
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
}
