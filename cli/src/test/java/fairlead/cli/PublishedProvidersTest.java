package fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.Shell.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Providers that others have published, built and otherwise untouched: each folder below the one that the system
/// property `providers` names, with a `.rpdk-config` in it.
///
/// Beside the project there may be `settings.json`, its type configuration, and `broken.txt`, the rules that it is
/// known to break, one a line. What the provider talks to has to be there.
@EnabledIfSystemProperty(named = "providers", matches = ".+", disabledReason = "needs built projects: -Dproviders=DIR")
class PublishedProvidersTest {

    private final Shell shell = new Shell("http://127.0.0.1:1");

    static List<Path> projects() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(System.getProperty("providers", "")))) {
            List<Path> projects = folders.filter(folder -> Files.exists(folder.resolve(".rpdk-config")))
                    .sorted()
                    .toList();
            assertThat(projects).isNotEmpty();
            return projects;
        }
    }

    @ParameterizedTest
    @MethodSource("projects")
    void breakNoRuleButThoseThatAreKnown(Path project) throws IOException {
        List<String> command = new ArrayList<>(List.of("test", project.toString()));
        Path settings = project.resolve("settings.json");
        if (Files.exists(settings)) {
            command.addAll(List.of("--configuration", settings.toString()));
        }

        Ran ran = shell.run(command.toArray(String[]::new));

        List<String> broken = ran.out()
                .lines()
                .filter(line -> line.startsWith("BROKEN"))
                .map(line -> line.split("\\s+")[1])
                .toList();
        assertThat(ran.out()).as(ran.err()).containsPattern("held +create\\.readable");
        assertThat(broken).as(ran.out()).isSubsetOf(known(project.resolve("broken.txt")));
    }

    private static List<String> known(Path file) throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
