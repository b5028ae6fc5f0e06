package fairlead.server.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Histories that numbers decide, each held to the laws. `-Dsimulation.seeds=N` plays more of them, and
/// `-Dsimulation.first=N` others; `.ci/full simulation` goes on where it has ended the last time, for so many
/// `-Dsimulation.minutes`, and writes the reference page.
class SimulatedHistoriesTest {

    private static final int SEEDS = Integer.getInteger("simulation.seeds", 40);
    private static final long FIRST = Long.getLong("simulation.first", 1L);
    private static final int MANY = 1000;
    private static final Duration TIME = Duration.ofMinutes(Integer.getInteger("simulation.minutes", 0));

    @Test
    void everySeedKeepsTheLaws() throws IOException {
        boolean goesOn = TIME.isPositive();
        SimulationReport report = goesOn ? goneOn() : SimulationReport.of(LongStream.range(FIRST, FIRST + SEEDS));
        assertThat(report.failures())
                .as("seeds that break a law; keep them in seeds.txt")
                .allMatch(failure -> SimulationReport.OPEN.stream().anyMatch(failure::startsWith));
        assertThat(report.requests()).as("requests").isGreaterThanOrEqualTo(report.seeds() * Simulation.REQUESTS);
        assertThat(report.faults()).as("faults").isGreaterThanOrEqualTo(report.seeds() * Simulation.FAULTS);
        assertThat(report.coverage().unexpected())
                .as("steps that the list of them lacks")
                .isEmpty();
        assertThat(report.coverage().unbelievable())
                .as("what has struck though it is said that it can't")
                .isEmpty();
        assertThat(report.unreached(!goesOn && SEEDS < MANY))
                .as("what no fault has struck")
                .isEmpty();
    }

    private static SimulationReport goneOn() throws IOException {
        SimulationPage page = SimulationPage.read(Path.of(System.getProperty("simulation.report")));
        SimulationReport report = SimulationReport.goingOn(page, TIME);
        page.write(report);
        return report;
    }

    @Test
    void everySeedThatHasFailedBeforeKeepsThemToo() throws IOException {
        SimulationReport report = SimulationReport.of(kept("seeds.txt").stream().mapToLong(Long::longValue));
        assertThat(report.failures()).isEmpty();
    }

    /// A change that mends such a defect moves its seed to seeds.txt.
    @Test
    void everySeedOfAnOpenDefectBreaksTheLawThatIsListed() throws IOException {
        SimulationReport report = SimulationReport.of(kept("open.txt").stream().mapToLong(Long::longValue));
        assertThat(report.failures()).hasSameSizeAs(SimulationReport.OPEN);
        assertThat(SimulationReport.OPEN)
                .allMatch(open -> report.failures().stream().anyMatch(failure -> failure.startsWith(open)));
    }

    private static List<Long> kept(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(SimulatedHistoriesTest.class.getResourceAsStream(name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> Long.valueOf(line.split(" ", 2)[0]))
                    .toList();
        }
    }

    @Test
    void theSameSeedIsTheSameHistory() {
        for (long seed : new long[] {3, 114, 131}) {
            Simulation.Result first = Simulation.of(seed, new Coverage());
            Simulation.Result second = Simulation.of(seed, new Coverage());
            assertThat(second).isEqualTo(first);
            assertThat(first.history().lines().count()).isGreaterThan(Simulation.REQUESTS);
        }
    }

    @Test
    void anotherSeedIsAnotherHistory() {
        assertThat(Simulation.of(3, new Coverage()).history())
                .isNotEqualTo(Simulation.of(4, new Coverage()).history());
    }

    @Test
    void everyFaultThatCanNotStrikeAStepHasAReason() {
        List<Coverage.Cell> reachable = Coverage.cells();
        for (Place place : Coverage.places()) {
            for (Fault fault : Fault.values()) {
                boolean reached = reachable.contains(new Coverage.Cell(place, fault));
                assertThat(Coverage.unreachable(place, fault).isEmpty())
                        .as(place + " " + fault)
                        .isEqualTo(reached);
            }
        }
        assertThat(new TreeSet<>(reachable.stream()
                        .map(cell -> cell.fault().point().name())
                        .collect(Collectors.toSet())))
                .containsExactlyElementsOf(inOrder("CALL", "READ", "WRITE", "PAUSE"));
    }

    private static List<String> inOrder(String... words) {
        List<String> sorted = new ArrayList<>(Arrays.asList(words));
        Collections.sort(sorted);
        return sorted;
    }
}
