package fairlead.server.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The reference page about simulated histories. A run writes it, and the next one reads what was played before.
final class SimulationPage {

    static final String SEEDS = "Seeds";
    static final String REQUESTS = "Requests";
    static final String FAULTS = "Faults";
    private static final String NEXT = "Next seed";
    private static final String SOURCES = "Sources";
    private static final String PRESENT = System.getProperty("simulation.sources", "unknown");

    private static final List<Fault> COLUMNS = Arrays.stream(Fault.values())
            .filter(fault -> fault.point() != Fault.Point.REQUEST)
            .toList();

    private final Path file;
    private final Map<String, List<String>> rows = new LinkedHashMap<>();

    private SimulationPage(Path file, List<String> lines) {
        this.file = file;
        lines.stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> List.of(line.substring(2).split(" \\| | \\|")))
                .forEach(row -> rows.put(row.getFirst(), row.subList(1, row.size())));
    }

    static SimulationPage read(Path file) throws IOException {
        return new SimulationPage(file, Files.readAllLines(file));
    }

    /// The first seed that no run has played.
    long next() {
        return Math.max(1, number(NEXT));
    }

    /// Whether it tells of the sources that are played now.
    boolean isOfTheseSources() {
        return rows.getOrDefault(SOURCES, List.of()).equals(List.of(PRESENT));
    }

    long number(String name) {
        return parsed(rows.getOrDefault(name, List.of("0")).getFirst());
    }

    private static long parsed(String text) {
        return Long.parseLong(text.replace(",", ""));
    }

    /// How often each fault has struck each step.
    Map<Coverage.Cell, Long> counts() {
        Map<Coverage.Cell, Long> counts = new LinkedHashMap<>();
        for (Place place : Coverage.places()) {
            List<String> row = rows.getOrDefault(place.toString(), List.of());
            for (int i = 0; i < row.size(); i++) {
                if (!row.get(i).equals("-")) {
                    counts.put(new Coverage.Cell(place, COLUMNS.get(i)), parsed(row.get(i)));
                }
            }
        }
        return counts;
    }

    void write(SimulationReport report) throws IOException {
        StringBuilder page = new StringBuilder();
        page.append("# Simulated histories\n\n")
                .append("`.ci/full simulation` writes this page. It plays the control plane against a simulated")
                .append(" service, with time, chance, ids, threads and faults decided by a seed, and holds each")
                .append(" history to the laws in [decision 0046](../decisions/0046-simulation.md). Each run goes on"
                        + " with")
                .append(" the seed after the last one, and counts what earlier runs with the same sources have played.")
                .append(" The goal is 100,000 seeds for one state of the sources.\n\n")
                .append("| | |\n|---|---|\n");
        double rate = report.played() * 1000.0 / Math.max(1, report.taken().toMillis());
        row(page, "Date", LocalDate.now(ZoneOffset.UTC).toString());
        row(page, "Commit", System.getProperty("simulation.commit", "unknown"));
        row(page, SOURCES, PRESENT);
        row(page, "Java", Runtime.version().toString());
        row(page, SEEDS, number(report.seeds()));
        row(page, REQUESTS, number(report.requests()));
        row(page, FAULTS, number(report.faults()));
        row(page, "Seeds of the last run", number(report.played()));
        row(page, "Seeds per second", String.format(Locale.ROOT, "%.1f", rate));
        row(page, NEXT, number(report.next()));
        row(page, "Seeds that broke a law", number(report.failures().size()));
        row(page, "Pairs of step and fault", number(Coverage.cells().size()));
        row(
                page,
                "Pairs that no fault has struck",
                number(report.unreached(false).size()));
        openDefects(page);
        table(page, report.coverage());
        Files.writeString(file, page);
    }

    private static void table(StringBuilder page, Coverage coverage) {
        page.append("\n## How often each fault has struck each step\n\n| Step |");
        COLUMNS.forEach(fault -> page.append(' ').append(fault.words()).append(" |"));
        page.append("\n|---|").append("---|".repeat(COLUMNS.size())).append('\n');
        for (Place place : Coverage.places()) {
            page.append("| ").append(place).append(" |");
            for (Fault fault : COLUMNS) {
                String cell =
                        Coverage.unreachable(place, fault).isPresent() ? "-" : number(coverage.count(place, fault));
                page.append(' ').append(cell).append(" |");
            }
            page.append('\n');
        }
        page.append("\nA line says that the fault can't strike there: a step that reads nothing outside has no read")
                .append(" that fails, and one that changes nothing outside has no such call. The run fails if another")
                .append(" pair stays at 0, if a fault strikes where a line is, and if an operation takes a step that"
                        + " is")
                .append(" not in the table. Steps about what is nested in a resource or depends on it, moves, and")
                .append(" registrations of types are not in it: the types of the simulation have nothing nested, and")
                .append(" its callers neither move nor register anything.\n");
    }

    private static void openDefects(StringBuilder page) {
        if (SimulationReport.OPEN.isEmpty()) {
            return;
        }
        page.append("\n## Open defects\n\nIn these histories the control plane breaks a law. These defects are known")
                .append(" and not mended. `SimulatedHistoriesTest` holds that each listed seed still breaks its law; a")
                .append(" change that mends one takes it off the list.\n\n");
        SimulationReport.OPEN.forEach(open -> page.append("- ").append(open).append('\n'));
    }

    private static void row(StringBuilder page, String name, String value) {
        page.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
