package fairlead.server.stack.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.resource.World;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What deployments do, whatever the database.
abstract class DeploymentsContract {

    static final String TWO = """
        {'$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
         'contentVersion': '1.0.0.0',
         'resources': [
           {'type': 'Test.Shop/shelves', 'apiVersion': '2026-11-01', 'name': 's1', 'location': 'local',
            'dependsOn': ['g1'], 'properties': {'Text': '[concat(~by ~, reference(~g1~).Id)]'}},
           {'type': 'Test.Shop/gizmos', 'apiVersion': '2026-11-01', 'name': 'g1', 'location': 'local',
            'properties': {'Color': 'red'}}],
         'outputs': {'text': {'type': 'string', 'value': '[reference(~s1~).Text]'}}}\
        """;
    static final String ONE = """
        {'$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
         'contentVersion': '1.0.0.0',
         'resources': [
           {'type': 'Test.Shop/gizmos', 'apiVersion': '2026-11-01', 'name': 'g1', 'location': 'local',
            'properties': {'Color': 'red'}}]}\
        """;
    private static final String NESTED = """
        {'$schema': 'https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#',
         'contentVersion': '1.0.0.0',
         'resources': [
           {'type': 'Microsoft.Resources/resourceGroups', 'apiVersion': '2021-04-01', 'name': 'other',
            'location': 'local'},
           {'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'inner',
            'resourceGroup': 'other', 'dependsOn': ['other'],
            'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
              'template': %s}}],
         'outputs': {'text': {'type': 'string', 'value': '[reference(~inner~).outputs.text.value]'}}}\
        """.formatted(TWO);

    /// A deployment with a secret of its own, and one that another deployment has given out.
    private static final String SECRETS = """
        {'$schema': 'https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#',
         'contentVersion': '1.0.0.0',
         'parameters': {'pin': {'type': 'securestring', 'defaultValue': '9876'}},
         'resources': [
           {'type': 'Microsoft.Resources/resourceGroups', 'apiVersion': '2021-04-01', 'name': 'other',
            'location': 'local'},
           {'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'first',
            'resourceGroup': 'other', 'dependsOn': ['other'],
            'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
              'template': {
                '$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
                'contentVersion': '1.0.0.0', 'resources': [],
                'outputs': {'key': {'type': 'securestring', 'value': 'hidden'}}}}},
           {'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'inner',
            'resourceGroup': 'other', 'dependsOn': ['other'],
            'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
              'parameters': {'pin': {'value': '[parameters(~pin~)]'}, 'open': {'value': 'plain'},
                'late': {'value': '[reference(~first~).outputs.key.value]'}},
              'template': {
                '$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
                'contentVersion': '1.0.0.0',
                'parameters': {'pin': {'type': 'string'}, 'open': {'type': 'string'}, 'late': {'type': 'string'}},
                'resources': [],
                'outputs': {
                  'said': {'type': 'string', 'value': '[concat(parameters(~pin~), ~ ~, parameters(~late~))]'},
                  'open': {'type': 'string', 'value': '[parameters(~open~)]'}}}}}],
         'outputs': {'said': {'type': 'string', 'value': '[reference(~inner~).outputs.said.value]'}}}\
        """;

    private World world;
    private DeploymentBench bench;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        bench = new DeploymentBench(world);
    }

    @AfterEach
    void end() {
        world.close();
    }

    // -- making -----------------------------------------------------------------------------------------------------

    @Test
    void aResourceIsMadeOnceWhatItRefersToIsThere() {
        Deployment deployment = bench.deploy(TWO);
        assertThat(deployment.state()).as(DeploymentBench.error(deployment)).isEqualTo(DeploymentState.SUCCEEDED);
        assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("by gizmo-1");
        assertThat(DeploymentBench.output(deployment, "text").asString()).isEqualTo("by gizmo-1");
        assertThat(bench.nodes(deployment))
                .containsExactly("s1 CREATE SUCCEEDED", "g1 CREATE SUCCEEDED", "outputs OUTPUTS SUCCEEDED");
    }

    @Test
    void theSameAgainChangesNothing() {
        bench.deploy(TWO);
        world.gizmos.calls.clear();
        world.parts.calls.clear();
        Deployment again = bench.deploy(TWO);
        assertThat(again.state()).isEqualTo(DeploymentState.SUCCEEDED);
        assertThat(world.gizmos.calls).doesNotContain("create", "update", "delete");
        assertThat(world.parts.calls).doesNotContain("create", "update", "delete");
        assertThat(world.deployments.deployments().list(DeploymentBench.GROUP, Optional.empty(), 10))
                .hasSize(1);
    }

    @Test
    void aDeploymentMayMakeAGroupAndDeployToIt() {
        Deployment outer = bench.deploy(DeploymentBench.SUBSCRIPTION, "all", NESTED, "");
        assertThat(outer.state()).as(DeploymentBench.error(outer)).isEqualTo(DeploymentState.SUCCEEDED);
        assertThat(DeploymentBench.output(outer, "text").asString()).isEqualTo("by gizmo-1");
        DeploymentScope other = new DeploymentScope(World.SUBSCRIPTION, Optional.of("other"));
        assertThat(world.deployments.deployments().find(other, "INNER"))
                .map(Deployment::state)
                .contains(DeploymentState.SUCCEEDED);
    }

    @Test
    void aParameterOfADeploymentWithinStaysASecret() {
        Deployment outer = bench.deploy(DeploymentBench.SUBSCRIPTION, "all", SECRETS, "");
        assertThat(outer.state()).as(DeploymentBench.error(outer)).isEqualTo(DeploymentState.SUCCEEDED);
        DeploymentScope group = new DeploymentScope(World.SUBSCRIPTION, Optional.of("other"));
        Deployment inner = world.deployments.deployments().find(group, "inner").orElseThrow();
        assertThat(inner.content().at("/facts/secret").toString()).isEqualTo("[\"late\",\"pin\"]");
        assertThat(inner.content().at("/shown/parameters").toString())
                .contains("\"open\":{\"type\":\"String\",\"value\":\"plain\"}")
                .doesNotContain("9876", "hidden");
        assertThat(inner.result().at("/outputs/said/secure").asBoolean()).isTrue();
        assertThat(outer.result().at("/outputs/said/secure").asBoolean()).isTrue();
        assertThat(outer.result().at("/outputs/said/value").asString()).isEqualTo("9876 hidden");
        assertThat(inner.result().at("/outputs/open/secure").asBoolean()).isFalse();
    }

    @Test
    void whatIsReadMayBeFoundByTheOutputOfADeploymentWithin() {
        String inner = ONE.substring(0, ONE.length() - 1)
                + ", 'outputs': {'id': {'type': 'string', 'value': '[resourceId(~Test.Shop/gizmos~, ~g1~)]'}}}";
        Deployment outer = bench.deploy("""
            {'$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
             'contentVersion': '1.0.0.0',
             'resources': [{'type': 'Microsoft.Resources/deployments', 'apiVersion': '2021-04-01', 'name': 'inner',
               'properties': {'mode': 'Incremental', 'expressionEvaluationOptions': {'scope': 'inner'},
                 'template': %s}}],
             'outputs': {'color': {'type': 'string',
               'value': '[reference(reference(~inner~).outputs.id.value, ~2026-11-01~).Color]'}}}\
            """.formatted(inner));
        assertThat(outer.state()).as(DeploymentBench.error(outer)).isEqualTo(DeploymentState.SUCCEEDED);
        assertThat(DeploymentBench.output(outer, "color").asString()).isEqualTo("red");
    }

    // -- failing ----------------------------------------------------------------------------------------------------

    @Test
    void whatNeedsWhatHasFailedIsNotBegunAndTheRestIsDone() {
        world.gizmos.failCreate(Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        String three = TWO.replace(
                "'resources': [",
                "'resources': [{'type': 'Test.Shop/shelves', 'apiVersion': '2026-11-01', 'name': 's2',"
                        + " 'location': 'local', 'properties': {}},");
        Deployment deployment = bench.deploy(three);
        assertThat(deployment.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(bench.nodes(deployment))
                .containsExactly("s2 CREATE SUCCEEDED", "s1 CREATE SKIPPED", "g1 CREATE FAILED");
        assertThat(deployment.result().at("/error/code").asString()).isEqualTo("DeploymentFailed");
        assertThat(deployment.result().at("/error/details/0/message").asString())
                .contains("sealed");
        assertThat(deployment.result().at("/error/details/0/target").asString()).endsWith("/gizmos/g1");
    }

    @Test
    void whatIsRefusedIsNamedByItsId() {
        Deployment deployment = bench.deploy(ONE.replace("'red'", "17"));
        assertThat(deployment.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(world.deployments.deployments().nodes(deployment))
                .singleElement()
                .satisfies(node -> assertThat(node.target().id()).endsWith("/gizmos/g1"));
    }

    @Test
    void theErrorOfADeploymentWithinIsThatOfTheOneAround() {
        world.gizmos.failCreate(Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        Deployment outer = bench.deploy(DeploymentBench.SUBSCRIPTION, "all", NESTED, "");
        assertThat(outer.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(outer.result().at("/error/details/0/code").asString()).isEqualTo("DeploymentFailed");
        assertThat(outer.result().at("/error/details/0/details/0/message").asString())
                .contains("sealed");
    }

    @Test
    void theLastOneThatHasSucceededIsDoneAgainIfOneFailsAndThatIsAskedFor() {
        bench.deploy(DeploymentBench.GROUP, "good", ONE, "");
        world.gizmos.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        Deployment bad = bench.deploy(
                DeploymentBench.GROUP,
                "bad",
                ONE.replace("red", "blue"),
                ", 'onErrorDeployment': {'type': 'LastSuccessful'}");
        assertThat(bad.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(bench.nodes(bad)).containsExactly("g1 CREATE FAILED", "good DEPLOY SUCCEEDED");
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("red");
    }

    @Test
    void anOutputThatCantBeEvaluatedFailsTheDeployment() {
        Deployment deployment = bench.deploy(TWO.replace(".Text]", ".Nothing]"));
        assertThat(deployment.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(DeploymentBench.error(deployment)).contains("DeploymentOutputEvaluationFailed", "Nothing");
        assertThat(world.parts.things).hasSize(1);
    }

    // -- complete ---------------------------------------------------------------------------------------------------

    @Test
    void aCompleteDeploymentDeletesWhatTheTemplateDoesNotHave() {
        bench.deploy(TWO);
        Deployment complete = bench.deploy(DeploymentBench.GROUP, "only", ONE, ", 'mode': 'Complete'");
        assertThat(complete.state()).as(DeploymentBench.error(complete)).isEqualTo(DeploymentState.SUCCEEDED);
        assertThat(world.parts.things).isEmpty();
        assertThat(world.gizmos.things).hasSize(1);
    }

    @Test
    void aCompleteDeploymentThatFailsDeletesNothing() {
        bench.deploy(TWO);
        world.gizmos.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
        Deployment complete =
                bench.deploy(DeploymentBench.GROUP, "only", ONE.replace("red", "blue"), ", 'mode': 'Complete'");
        assertThat(complete.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(world.parts.things).hasSize(1);
    }

    @Test
    void whatCouldNotBeDeletedIsSaid() {
        bench.deploy(TWO);
        world.parts.refusesDeletes = true;
        Deployment complete = bench.deploy(DeploymentBench.GROUP, "only", ONE, ", 'mode': 'Complete'");
        assertThat(complete.state()).isEqualTo(DeploymentState.FAILED);
        assertThat(complete.result().at("/error/code").asString()).isEqualTo("DeploymentFailedCleanUp");
        assertThat(complete.result().at("/error/details/0/target").asString()).endsWith("/shelves/s1");
    }

    // -- stopping, forgetting ---------------------------------------------------------------------------------------

    @Test
    void aDeploymentThatIsCancelledBeginsNothingMore() {
        world.gizmos.steps = 3;
        Deployment begun = bench.begin(DeploymentBench.GROUP, "shop", TWO, "");
        world.operations.runDue();
        world.deployments.deployments().cancel(World.DEVELOPER, begun);
        world.settle();
        Deployment ended = world.deployments.deployments().find(begun.id()).orElseThrow();
        assertThat(ended.state()).isEqualTo(DeploymentState.CANCELED);
        assertThat(world.parts.calls).doesNotContain("create");
        assertThatThrownBy(() -> world.deployments.deployments().cancel(World.DEVELOPER, ended))
                .hasMessageContaining("cannot be cancelled");
    }

    @Test
    void whileOneIsAtWorkAnotherOfItsNameIsRefused() {
        world.gizmos.steps = 3;
        Deployment begun = bench.begin(DeploymentBench.GROUP, "shop", TWO, "");
        assertThatThrownBy(() -> bench.begin(DeploymentBench.GROUP, "Shop", ONE, ""))
                .hasMessageContaining("is still active");
        assertThatThrownBy(() -> world.deployments.deployments().delete(World.DEVELOPER, begun))
                .hasMessageContaining("Cannot delete active deployment");
        world.settle();
        world.deployments.deployments().delete(World.DEVELOPER, begun);
        assertThat(world.deployments.deployments().find(DeploymentBench.GROUP, "shop"))
                .isEmpty();
        assertThat(world.gizmos.things).hasSize(1);
    }

    @Test
    void theOldestAreForgottenWhenThereAreMany() {
        for (int i = 0; i < 777; i++) {
            world.clock.advance(Duration.ofSeconds(1));
            bench.begin(DeploymentBench.GROUP, "n" + i, ONE, "");
            if (i % 100 == 0) {
                world.settle();
            }
        }
        world.settle();
        assertThat(world.deployments.deployments().list(DeploymentBench.GROUP, Optional.empty(), 900))
                .hasSizeLessThan(776)
                .extracting(Deployment::name)
                .contains("n776")
                .doesNotContain("n0");
    }
}
