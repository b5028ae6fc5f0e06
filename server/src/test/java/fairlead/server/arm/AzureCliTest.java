package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.identity.DirectoryObject;
import fairlead.server.access.identity.token.TestIssuer;
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

/// The Azure CLI does what the how-to says, command by command, and whole scripts besides, where there is
/// time for them. It comes from PyPI, into a folder of the test.
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

    /// Behind the commands by which another page signs in.
    private void deploys(String page) throws IOException, InterruptedException {
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(5), "--tls=self-signed")) {
            String signIn = blocks("az.md").get(1);
            String commands = signIn + String.join("\n", blocks(page));
            assertThat(az(commands.replace("https://127.0.0.1:8443", plane.url().toString())
                            .replace("$PWD/.fairlead/server.crt", folder + "/data/server.crt")
                            .replace("~/.azure-fairlead", folder + "/azure")))
                    .isEmpty();
        }
    }

    @Test
    void deploysWhatTheHowToSays() throws IOException, InterruptedException {
        deploys("deployments.md");
    }

    @Test
    void stacksWhatTheHowToSays() throws IOException, InterruptedException {
        deploys("deployment-stacks.md");
    }

    /// What the script has checked.
    private int checked(Path data, Plane plane, String script, String variables)
            throws IOException, InterruptedException {
        String commands = Files.readString(SCRIPTS.resolve("lib.sh")) + Files.readString(SCRIPTS.resolve(script));
        assertThat(az("export URL=" + plane.url() + " DATA=" + data + " REQUESTS_CA_BUNDLE=" + data + "/server.crt"
                        + variables + "\n" + commands))
                .isEmpty();
        return new ClientScript(folder).held().size();
    }

    @Test
    void signsInAndGivesRoles() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(1), "--tls=self-signed", "--require-sign-in")) {
            assertThat(checked(data, plane, "roles.sh", "")).isEqualTo(14);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void changesWhatASecondPersonHasToApprove() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(5), "--tls=self-signed", "--require-sign-in")) {
            assertThat(checked(data, plane, "approvals.sh", "")).isEqualTo(7);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void findsPrincipalsByTheirNamesAndMakesThem() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(1), "--tls=self-signed", "--require-sign-in")) {
            assertThat(checked(data, plane, "directory.sh", "")).isEqualTo(23);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void signsInWithADeviceCodeAndWithATokenOfAnIssuer() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        TestIssuer issuer = TestIssuer.in(folder);
        String person = DirectoryObject.idOf(TestIssuer.NAME, "alice").toString();
        try (Plane plane = Plane.start(
                data,
                Duration.ofSeconds(1),
                "--tls=self-signed",
                "--require-sign-in",
                "--issuers=" + issuer.file("api"))) {
            String workload = issuer.token("repo:company/payments:ref:refs/heads/main", "fairlead");
            String variables =
                    " PERSON=" + person + " APPROVER=" + issuer.token("alice", "api") + " WORKLOAD=" + workload;
            assertThat(checked(data, plane, "device.sh", variables)).isEqualTo(6);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
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

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void writesGuardrailsAndMeetsThem() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(5), "--tls=self-signed")) {
            String script = Files.readString(SCRIPTS.resolve("policy.sh"));
            assertThat(az("export URL=" + plane.url() + " DATA=" + data + " REQUESTS_CA_BUNDLE=" + data
                            + "/server.crt\n" + script))
                    .isEmpty();
            assertThat(new ClientScript(folder).held()).hasSize(16);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void asksWhatTemplatesWouldDo() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(5), "--tls=self-signed")) {
            assertThat(checked(data, plane, "what-if.sh", "")).isEqualTo(12);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void deploymentsOfTemplates() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(5), "--tls=self-signed")) {
            assertThat(checked(data, plane, "deployments.sh", "")).isEqualTo(14);
        }
    }

    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void deploymentStacks() throws IOException, InterruptedException {
        Path data = folder.resolve("data");
        try (Plane plane = Plane.start(data, Duration.ofSeconds(5), "--tls=self-signed", "--require-sign-in")) {
            assertThat(checked(data, plane, "stacks.sh", "")).isEqualTo(15);
        }
    }

    /// All but the command that starts the server.
    private static String howTo() throws IOException {
        return blocks("az.md").stream().skip(1).collect(Collectors.joining("\n"));
    }

    private static List<String> blocks(String page) throws IOException {
        String text = Files.readString(Path.of("../docs/how-to/" + page));
        List<String> blocks =
                BLOCK.matcher(text).results().map(block -> block.group(1)).toList();
        assertThat(blocks).hasSizeGreaterThan(2);
        return blocks;
    }
}
