package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The Azure CLI does what the how-to says, command by command. It comes from PyPI, into a folder of the test.
@EnabledIfSystemProperty(named = "clients", matches = "on", disabledReason = "needs python3 and PyPI: -Dclients=on")
class AzureCliTest {

    private static final Path REQUIREMENTS = Path.of("src/test/resources/arm/az/requirements.txt");

    private static final Pattern BLOCK = Pattern.compile("```sh not-run\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void doesWhatTheHowToSays() throws IOException, InterruptedException {
        ClientScript script = new ClientScript(folder);
        String requirements = REQUIREMENTS.toAbsolutePath().toString();
        String install = "python3 -m venv cli && cli/bin/pip install -q --no-compile -r '" + requirements + "'";
        assertThat(script.shell(install)).isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--tls=self-signed")) {
            String commands = howTo().replace(
                            "https://127.0.0.1:8443", plane.url().toString())
                    .replace("$PWD/.fairlead/server.crt", folder + "/data/server.crt")
                    .replace("~/.azure-fairlead", folder + "/azure");
            assertThat(script.shell(
                            "export PATH=" + folder + "/cli/bin:$PATH AZURE_CORE_COLLECT_TELEMETRY=no\n" + commands))
                    .isEmpty();
        }
    }

    /// All but the command that starts the server.
    private static String howTo() throws IOException {
        String page = Files.readString(Path.of("../docs/how-to/az.md"));
        List<String> blocks =
                BLOCK.matcher(page).results().map(block -> block.group(1)).toList();
        assertThat(blocks).hasSizeGreaterThan(2);
        return blocks.stream().skip(1).collect(Collectors.joining("\n"));
    }
}
