package fairlead.server.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/// What came of many seeds, and the page that says so.
final class SimulationReport {

    /// Known defects of the control plane that are not mended: how the failure of each seed begins.
    static final List<String> OPEN = open();

    private final Coverage coverage = new Coverage();
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder seeds = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAdder faults = new LongAdder();

    private SimulationReport() {}

    private static List<String> open() {
        try (InputStream file = Objects.requireNonNull(SimulationReport.class.getResourceAsStream("open.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> "seed " + line.replaceFirst(" ", ": "))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /// Plays them, as many at once as the machine has processors.
    static SimulationReport of(LongStream seeds) {
        SimulationReport report = new SimulationReport();
        seeds.parallel().forEach(report::play);
        return report;
    }

    private void play(long seed) {
        Simulation.Result result = Simulation.of(seed, coverage);
        seeds.increment();
        requests.add(result.requests());
        faults.add(result.faults());
        if (!result.violations().isEmpty()) {
            failures.add("seed " + seed + ": " + result.violations().getFirst());
        }
    }

    List<String> failures() {
        return failures.stream().sorted().toList();
    }

    long requests() {
        return requests.sum();
    }

    /// What no fault has struck: places and faults if few seeds were played, else each pair of the two.
    List<String> unreached(boolean few) {
        return few
                ? Arrays.stream(Fault.values())
                        .filter(fault -> coverage.countOf(fault) == 0)
                        .map(Fault::words)
                        .toList()
                : Coverage.cells().stream()
                        .filter(cell -> coverage.count(cell.place(), cell.fault()) == 0)
                        .map(Coverage.Cell::toString)
                        .toList();
    }

    /// Writes the page, where `-Dsimulation.report=FILE` asks for it.
    void write() {
        String file = System.getProperty("simulation.report");
        if (file != null) {
            try {
                Files.writeString(Path.of(file), page());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private String page() {
        StringBuilder page = new StringBuilder();
        page.append("# Simulated histories\n\n")
                .append("`.ci/full simulation` writes this page. It plays the control plane against a simulated")
                .append(" service, with time, chance, ids, threads and faults decided by a seed, and holds each")
                .append(" history to the laws in [decision 0046](../decisions/0046-simulation.md).\n\n")
                .append("| | |\n|---|---|\n");
        row(page, "Date", LocalDate.now(ZoneOffset.UTC).toString());
        row(page, "Commit", System.getProperty("simulation.commit", "unknown"));
        row(page, "Java", Runtime.version().toString());
        row(page, "Seeds", number(seeds.sum()));
        row(page, "Requests", number(requests.sum()));
        row(page, "Faults", number(faults.sum()));
        row(page, "Seeds that broke a law", number(failures.size()));
        row(page, "Pairs of step and fault", number(Coverage.cells().size()));
        row(page, "Pairs that no fault has struck", number(unreached(false).size()));
        openDefects(page);
        page.append("\n## How often each fault has struck each step\n\n| Step |");
        List<Fault> columns = Arrays.stream(Fault.values())
                .filter(fault -> fault.point() != Fault.Point.REQUEST)
                .toList();
        columns.forEach(fault -> page.append(' ').append(fault.words()).append(" |"));
        page.append("\n|---|").append("---|".repeat(columns.size())).append('\n');
        for (Place place : Coverage.places()) {
            page.append("| ").append(place).append(" |");
            for (Fault fault : columns) {
                String cell =
                        Coverage.unreachable(place, fault).isPresent() ? "-" : number(coverage.count(place, fault));
                page.append(' ').append(cell).append(" |");
            }
            page.append('\n');
        }
        return page.append("\nA line says that the fault can't strike there: a step that reads nothing outside has no")
                .append(" read that fails, and one that changes nothing outside has no such call.\n")
                .toString();
    }

    private static void openDefects(StringBuilder page) {
        if (OPEN.isEmpty()) {
            return;
        }
        page.append("\n## Open defects\n\nIn these histories the control plane breaks a law. These defects are known")
                .append(" and not mended. `SimulatedHistoriesTest` holds that each listed seed still breaks its law; a")
                .append(" change that mends one takes it off the list.\n\n");
        OPEN.forEach(open -> page.append("- ").append(open).append('\n'));
    }

    private static void row(StringBuilder page, String name, String value) {
        page.append("| ").append(name).append(" | ").append(value).append(" |\n");
    }

    private static String number(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }
}
