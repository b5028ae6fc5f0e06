package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// The Azure CLI does what the how-to says, command by command. It comes from PyPI, into a folder of the test.
@EnabledIfSystemProperty(named = "clients", matches = "on", disabledReason = "needs python3 and PyPI: -Dclients=on")
class AzureCliTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/arm/az");

    private static final Pattern BLOCK = Pattern.compile("```sh not-run\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    @BeforeAll
    static void install() throws IOException, InterruptedException {
        String requirements =
                SCRIPTS.resolve("requirements.txt").toAbsolutePath().toString();
        assertThat(new ClientScript(shared)
                        .shell("python3 -m venv cli && cli/bin/pip install -q --no-compile -r '" + requirements + "'"))
                .isEmpty();
    }

    private String az(String commands) throws IOException, InterruptedException {
        return new ClientScript(folder)
                .shell("export PATH=" + shared + "/cli/bin:$PATH AZURE_CORE_COLLECT_TELEMETRY=no\n" + commands);
    }

    @Test
    void doesWhatTheHowToSays() throws IOException, InterruptedException {
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--tls=self-signed")) {
            String commands = howTo().replace(
                            "https://127.0.0.1:8443", plane.url().toString())
                    .replace("$PWD/.fairlead/server.crt", folder + "/data/server.crt")
                    .replace("~/.azure-fairlead", folder + "/azure");
            assertThat(az(commands)).isEmpty();
        }
    }

    @Test
    void signsInAndGivesRoles() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(1), "--tls=self-signed", "--require-sign-in")) {
            String script = Files.readString(SCRIPTS.resolve("roles.sh"));
            assertThat(az("export URL=" + plane.url() + " DATA=" + data + " REQUESTS_CA_BUNDLE=" + data
                            + "/server.crt\n" + script))
                    .isEmpty();
            assertThat(new ClientScript(folder).held()).hasSize(14);
        }
    }

    @Test
    void readsTheAuditTrailAsTheAwsCliDoes() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        Path keys = folder.resolve("credentials.json");
        Files.writeString(keys, """
            {"accounts": [{"account": "000000000000", "keys": [
              {"accessKeyId": "AKIDALICE", "secretAccessKey": "secret-of-alice", "user": "alice"}]}]}
            """);
        try (Plane plane = Plane.start(
                data, Duration.ofSeconds(1), "--tls=self-signed", "--require-sign-in", "--credentials=" + keys)) {
            String script = Files.readString(SCRIPTS.resolve("activity-log.sh"));
            assertThat(az("export URL=" + plane.url() + " DATA=" + data + " REQUESTS_CA_BUNDLE=" + data
                            + "/server.crt\n" + script))
                    .isEmpty();
            assertThat(new ClientScript(folder).held()).hasSize(26);
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
