package fairlead.server.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;

/// What came of many seeds. [SimulationPage] says so.
final class SimulationReport {

    /// Known defects of the control plane that are not mended: how the failure of each seed begins.
    static final List<String> OPEN = open();

    private static final int AT_ONCE = 20;

    private final Coverage coverage = new Coverage();
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder seeds = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAdder faults = new LongAdder();
    private final LongAdder played = new LongAdder();
    private long next;
    private Duration taken = Duration.ZERO;

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

    /// Goes on where the run before has ended, for so long. What that has counted with the same sources counts.
    static SimulationReport goingOn(SimulationPage page, Duration time) {
        SimulationReport report = new SimulationReport();
        report.next = page.next();
        if (page.isOfTheseSources()) {
            page.counts().forEach(report.coverage::add);
            report.seeds.add(page.number(SimulationPage.SEEDS));
            report.requests.add(page.number(SimulationPage.REQUESTS));
            report.faults.add(page.number(SimulationPage.FAULTS));
        }
        long begin = System.nanoTime();
        while (report.taken.compareTo(time) < 0) {
            LongStream.range(report.next, report.next + AT_ONCE).parallel().forEach(report::play);
            report.next += AT_ONCE;
            report.taken = Duration.ofNanos(System.nanoTime() - begin);
        }
        return report;
    }

    private void play(long seed) {
        Simulation.Result result = Simulation.of(seed, coverage);
        seeds.increment();
        played.increment();
        requests.add(result.requests());
        faults.add(result.faults());
        if (!result.violations().isEmpty()) {
            failures.add("seed " + seed + ": " + result.violations().getFirst());
        }
    }

    List<String> failures() {
        return failures.stream().sorted().toList();
    }

    Coverage coverage() {
        return coverage;
    }

    long seeds() {
        return seeds.sum();
    }

    /// Of this run alone.
    long played() {
        return played.sum();
    }

    /// The first seed that is not played.
    long next() {
        return next;
    }

    Duration taken() {
        return taken;
    }

    long faults() {
        return faults.sum();
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
}
