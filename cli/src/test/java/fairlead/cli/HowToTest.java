package fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The guide says what the command does.
class HowToTest {

    private static String guide() throws IOException {
        return Files.readString(Path.of("..", "docs", "how-to", "command-line.md"));
    }

    @ParameterizedTest
    @EnumSource(Exit.class)
    void namesEachExitCode(Exit exit) throws IOException {
        assertThat(guide()).contains("| " + exit.code() + " | " + exit.meaning() + " |\n");
    }

    @Test
    void usesOnlyCommandsThatExist() throws IOException {
        try (ScriptedServer server = Lab.server()) {
            Shell shell = new Shell(server);
            guide().lines()
                    .filter(line -> line.startsWith("    fairlead "))
                    .map(line -> line.strip().split(" ")[1])
                    .forEach(command -> assertThat(shell.run(command, "--help").exit())
                            .as(command)
                            .isZero());
        }
    }
}
