package fairlead.server.stack.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.resource.Crashes;
import fairlead.server.resource.World;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The process is killed before and after every commit of a deployment. Whatever the point, the next process
/// brings it to its end, and nothing is made twice.
class DeploymentCrashTest {

    @Test
    void ofADeployment() {
        survived(DeploymentBench.GROUP, DeploymentsContract.TWO, "", 1);
    }

    @Test
    void ofADeploymentWithinAnother() {
        survived(DeploymentBench.GROUP, """
            {'$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
             'contentVersion': '1.0.0.0',
             'resources': [{'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'inner',
               'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
                 'template': %s}}]}\
            """.formatted(DeploymentsContract.TWO), "", 2);
    }

    @Test
    void ofACompleteDeployment() {
        int points = Crashes.survived(
                world -> new DeploymentBench(world).deploy(DeploymentsContract.TWO),
                world -> new DeploymentBench(world)
                        .deploy(DeploymentBench.GROUP, "only", DeploymentsContract.ONE, ", 'mode': 'Complete'"),
                world -> {
                    List<Deployment> all =
                            world.deployments.deployments().list(DeploymentBench.GROUP, Optional.empty(), 10);
                    boolean begun = all.stream()
                            .anyMatch(deployment -> deployment.name().equals("only"));
                    assertThat(all).allMatch(deployment -> deployment.state() == DeploymentState.SUCCEEDED);
                    assertThat(world.gizmos.things).hasSize(1);
                    assertThat(world.parts.things).hasSize(begun ? 0 : 1);
                });
        assertThat(points).isGreaterThan(5);
    }

    private static void survived(DeploymentScope scope, String template, String more, int deployments) {
        int points = Crashes.survived(
                _ -> {},
                world -> new DeploymentBench(world).deploy(scope, "shop", template, more),
                world -> requireWhole(world, scope, deployments));
        assertThat(points).as("points at which the process died").isGreaterThan(5);
    }

    private static void requireWhole(World world, DeploymentScope scope, int many) {
        List<Deployment> all = world.deployments.deployments().list(scope, Optional.empty(), 10);
        if (all.isEmpty()) {
            assertThat(world.gizmos.things).isEmpty();
            return;
        }
        assertThat(all)
                .hasSize(many)
                .allSatisfy(deployment -> assertThat(deployment.state())
                        .as(DeploymentBench.error(deployment))
                        .isEqualTo(DeploymentState.SUCCEEDED));
        assertThat(world.gizmos.things).hasSize(1);
        assertThat(world.parts.things).hasSize(1);
    }
}
