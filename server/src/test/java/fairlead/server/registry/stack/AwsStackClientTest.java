package fairlead.server.registry.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.ClientScript;
import fairlead.server.arm.Plane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// AWS's command line, the AWS CDK and Terraform, unmodified, and stacks.
@EnabledIfSystemProperty(
        named = "clients",
        matches = "on",
        disabledReason = "needs python3 and its registry: -Dclients=on")
class AwsStackClientTest {

    private static final Path SCRIPTS = Path.of("src/test/resources/cloudformation");
    private static final Path REQUIREMENTS = Path.of("src/test/resources/cloudcontrol/python");

    private static final Path PROVIDERS = Path.of("/opt/tf-plugins");

    @TempDir
    private Path folder;

    @Test
    void deploysReviewsAndDeletes() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS, "stacks.py");
        Files.copy(REQUIREMENTS.resolve("requirements.txt"), folder.resolve("requirements.txt"));
        assertThat(script.installPython()).isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1))) {
            assertThat(script.shell("sdk/bin/python stacks.py '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(25);
    }

    @Test
    void areDeployedByTheCdk() throws IOException, InterruptedException {
        ClientScript script = ClientScript.of(folder, SCRIPTS.resolve("cdk"), "package.json", "cdk.sh");
        assertThat(script.run(List.of("npm", "install", "--no-audit", "--no-fund", "--no-package-lock")))
                .isEmpty();
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--location=us-east-1")) {
            assertThat(script.shell("bash cdk.sh '" + plane.url() + "'")).isEmpty();
        }
        assertThat(script.held()).hasSize(9);
    }

    /// Terraform's provider is no package of a registry; it is used where it is installed.
    @Test
    @EnabledIfSystemProperty(
            named = "clients.whole",
            matches = "on",
            disabledReason = "takes minutes: .ci/full clients")
    void areMadeByTerraform() throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isDirectory(PROVIDERS), "no provider in " + PROVIDERS);
        ClientScript script = ClientScript.of(folder, SCRIPTS.resolve("terraform"), "main.tf", "stacks.sh");
        try (Plane plane = Plane.start(folder.resolve("data"), Duration.ofSeconds(1), "--location=us-east-1")) {
            assertThat(script.shell("TF_MIRROR='" + PROVIDERS + "' bash stacks.sh '" + plane.url() + "'"))
                    .isEmpty();
        }
        assertThat(script.held()).hasSize(6);
    }
}
