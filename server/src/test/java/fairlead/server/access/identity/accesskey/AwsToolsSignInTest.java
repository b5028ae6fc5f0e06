package fairlead.server.access.identity.accesskey;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.identity.token.TestIssuer;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import fairlead.server.arm.authorization.SignedIn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// AWS's tools, unmodified, sign in by keys, roles and tokens.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3 and its registry: -Dclients=on")
class AwsToolsSignInTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/sts");
    private static final Path REQUIREMENTS = Path.of("src/test/resources/cloudcontrol/python");
    private static final Path PROVIDERS = Path.of("/opt/tf-plugins");
    private static final String SUBJECT = "system:serviceaccount:payments:deploy";

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private String deploy;

    @BeforeEach
    void start() throws IOException {
        TestIssuer issuer = TestIssuer.in(folder);
        Path issuers = issuer.file("api");
        Path data = folder.resolve("data");
        plane = Plane.start(
                data,
                Duration.ofSeconds(1),
                "--require-sign-in",
                "--issuers=" + issuers,
                "--location=local",
                "--location=eu-west-1");
        administrator = SignedIn.administrator(plane, data);
        deploy = administrator
                .send("POST", "/fairlead/principals", "{\"name\": \"deploy\"}")
                .json()
                .path("id")
                .asString();
        administrator.send(
                "POST",
                "/fairlead/principals/" + deploy + "/federated",
                "{\"issuer\": \"" + TestIssuer.NAME + "\", \"subject\": \"" + SUBJECT + "\", \"audience\": \"sts\"}");
        administrator.gives(deploy, BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.SUBSCRIPTION);
        Files.writeString(folder.resolve("token"), issuer.token(SUBJECT, "sts") + "\n");
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private String variables() {
        return "export URL=" + plane.url() + " DEPLOY=" + deploy + " TOKEN=" + folder.resolve("token") + " ADMIN="
                + administrator.authorization().substring("Bearer ".length()) + " CLI=sdk/bin/aws\n";
    }

    @Test
    void theCommandLine() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, REQUIREMENTS, "requirements.txt");
        assertThat(script.installPython()).isEmpty();
        assertThat(script.shell(variables() + Files.readString(SCRIPTS.resolve("cli.sh"))))
                .isEmpty();
        assertThat(script.held()).hasSize(15);
    }

    @Test
    void changeWhatASecondPersonHasToApprove() throws IOException, InterruptedException {
        boolean terraform = Files.isDirectory(PROVIDERS);
        ClientScript script = ClientScript.of(folder, REQUIREMENTS, "requirements.txt");
        assertThat(script.installPython()).isEmpty();
        assertThat(script.shell(variables() + "export PROVIDERS=" + (terraform ? PROVIDERS : "") + "\n"
                        + Files.readString(SCRIPTS.resolve("approvals.sh"))))
                .isEmpty();
        assertThat(script.held()).hasSize(terraform ? 5 : 2);
    }

    @Test
    void boto3RenewsSessionsOfRoles() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, REQUIREMENTS, "requirements.txt");
        Files.copy(SCRIPTS.resolve("renews.py"), folder.resolve("renews.py"));
        assertThat(script.installPython()).isEmpty();
        assertThat(script.shell(variables() + "sdk/bin/python renews.py")).isEmpty();
        assertThat(script.held()).hasSize(3);
    }

    /// Terraform's provider is no package of a registry; it is used where it is installed.
    @Test
    void terraform() throws IOException, InterruptedException {
        org.junit.jupiter.api.Assumptions.assumeTrue(Files.isDirectory(PROVIDERS), "no provider in " + PROVIDERS);
        ClientScript script = ClientScript.of(folder, SCRIPTS, "terraform.sh", "main.tf");
        assertThat(script.shell(variables() + "export PROVIDERS=" + PROVIDERS + "\n"
                        + Files.readString(SCRIPTS.resolve("terraform.sh"))))
                .isEmpty();
        assertThat(script.held()).hasSize(6);
    }
}
