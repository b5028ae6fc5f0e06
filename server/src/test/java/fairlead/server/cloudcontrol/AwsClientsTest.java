package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// AWS's clients, unmodified, from the registry of their language. Which versions is said in the file beside the
/// scripts.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3 and its registry: -Dclients=on")
class AwsClientsTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/cloudcontrol/python");

    @TempDir
    private Path folder;

    private ClientScript script(String name) throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS, "requirements.txt", name);
        assertThat(script.installPython()).isEmpty();
        return script;
    }

    @Test
    void forPythonAdoptFindDriftAndRepairIt() throws IOException, InterruptedException {
        ClientScript script = script("extensions.py");
        Path files = folder.resolve("data/files/00000000-0000-0000-0000-000000000000");
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.shell("sdk/bin/python extensions.py '" + plane.url() + "' '" + files + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(17);
    }

    @Test
    void onTheCommandLineManageResources() throws IOException, InterruptedException {
        ClientScript script = script("cli.sh");
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.shell("bash cli.sh '" + plane.url() + "' sdk/bin/aws"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(8);
    }

    @Test
    void forPythonSignAnewWhatWasTakenForAReplay() throws IOException, InterruptedException {
        ClientScript script = script("replays.py");
        Path credentials = Files.writeString(folder.resolve("credentials.json"), """
            {"accounts": [{"account": "111122223333",
                           "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]}]}
            """);
        try (Plane plane = Plane.start(
                folder.resolve("data"), Duration.ofSeconds(1), "--credentials=" + credentials, "--refuse-replays")) {
            assertThat(script.shell("sdk/bin/python replays.py '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(2);
    }

    @Test
    void forPythonReadAndRaiseQuotas() throws IOException, InterruptedException {
        ClientScript script = script("quotas.py");
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            plane.put(
                    Plane.SUBSCRIPTION
                            + "/providers/Fairlead.Lab/locations/local/providers/Microsoft.Quota/quotas/things"
                            + "?api-version=2025-03-01",
                    "{\"properties\": {\"limit\": {\"value\": 1}}}");
            assertThat(script.shell("sdk/bin/python quotas.py '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(9);
    }
}
