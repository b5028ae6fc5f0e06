package fairlead.bench.robust;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.bench.robust.Violations.Violation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The run itself: with the server as it is it finds nothing, and with a bug it finds the bug.
///
/// `-Dbugs=all` tries all bugs, `-Dbugs=NAME,...` some, and without it one is tried; `-Drobust.kills=200`
/// kills more often.
class RobustnessTest {

    private static final String FEW = "ignores-if-match";
    private static final int KILLS = Integer.getInteger("robust.kills", 3);

    @TempDir
    private Path folder;

    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    private static List<String> program(String classPath) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx1g",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                classPath,
                "fairlead.server.Main");
    }

    static List<Bug> bugs() throws IOException {
        String wanted = System.getProperty("bugs", FEW);
        List<String> names = Arrays.asList(wanted.split(","));
        return Bug.all().stream()
                .filter(bug -> wanted.equals("all") || names.contains(bug.name()))
                .toList();
    }

    @Test
    void findsNothingWhereThereIsNoBug() throws Exception {
        Findings findings = Robustness.onSqlite(new Settings(
                program(classPath()),
                folder.resolve("run"),
                Duration.ofMinutes(30),
                KILLS,
                20261124,
                Duration.ofMinutes(3),
                true,
                Map.of()));

        assertThat(findings.violations().first()).isEmpty();
        assertThat(findings.histories().calls()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void findsTheBug(Bug bug) throws Exception {
        Path classes = bug.compile(folder, classPath());
        Settings settings = new Settings(
                program(classes + File.pathSeparator + classPath()),
                folder.resolve("run"),
                Duration.ofSeconds(System.getProperty("bugs") == null ? 45 : 100),
                1_000_000,
                20261124,
                Duration.ofSeconds(40),
                true,
                bug.faults());

        Findings findings =
                bug.database().equals("sqlite") ? Robustness.onSqlite(settings) : Robustness.onPostgres(settings);

        Set<Law> broken = EnumSet.noneOf(Law.class);
        findings.violations().first().stream().map(Violation::law).forEach(broken::add);
        System.err.println(bug + ": " + broken);
        assertThat(broken).as(bug.text()).containsAnyElementsOf(bug.laws());
    }

    @Test
    void everyPatchFitsTheSources() throws Exception {
        List<Bug> all = Bug.all();
        for (Bug bug : all) {
            assertThat(bug.applied()).as(bug.name()).isNotEmpty();
        }
        assertThat(all).hasSizeGreaterThanOrEqualTo(25);
    }
}
