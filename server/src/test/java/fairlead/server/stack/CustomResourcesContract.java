package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.World;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.custom.CustomAnswers;
import fairlead.server.stack.record.CustomStore.Answer;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.step.StackOrder.OnFailure;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// What stacks do with custom resources.
abstract class CustomResourcesContract {

    private static final String CUSTOM = """
        {'nodes': {
          'Own': {'type': 'Custom::Thing', 'properties': {'ServiceToken': 'maker', 'Size': 5, 'On': true}},
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'get': 'Own.Place'}}}},
         'outputs': {'Own': {'value': {'ref': 'Own'}}}}\
        """;

    private World world;
    private StackBench bench;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        bench = new StackBench(world);
    }

    @AfterEach
    void close() {
        world.close();
    }

    /// Carries on what can be done within some seconds.
    private void runDue() {
        for (int i = 0; i < 8; i++) {
            world.operations.runDue();
            world.clock.advance(Duration.ofSeconds(1));
        }
    }

    private Stack beginCreation(String template) {
        Stack stack = bench.beginCreation(StackBench.NAME, template, OnFailure.ROLLBACK);
        runDue();
        return stack;
    }

    private Stack beginUpdate(String template) {
        Stack stack = bench.beginUpdate(template, OnFailure.ROLLBACK);
        runDue();
        return stack;
    }

    /// Answers what was asked for last.
    private void answer(boolean success, String physical, String place) {
        ObjectNode asked = world.endpoints.last();
        String url = asked.path("ResponseURL").asString();
        CustomAnswers answers = new CustomAnswers(world.stacks.customs());
        OperationId request =
                OperationId.parse(asked.path("RequestId").asString()).orElseThrow();
        ObjectNode document = Documents.empty().put("Reason", "no room");
        document.putObject("Data").put("Place", place);
        answers.answer(
                answers.asked(request, url.substring(url.indexOf('=') + 1)).orElseThrow(),
                new Answer(success, physical, document));
        runDue();
    }

    private void succeed(String physical) {
        answer(true, physical, "at " + physical);
    }

    private String lastRequest() {
        ObjectNode asked = world.endpoints.last();
        return asked.path("RequestType").asString() + " "
                + asked.path("PhysicalResourceId").asString("-");
    }

    private void made() {
        beginCreation(CUSTOM);
        succeed("own-1");
        assertThat(bench.ended().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
    }

    @Nested
    class Made {

        @Test
        void isAskedForWithItsPropertiesAsTexts() {
            Stack stack = beginCreation(CUSTOM);
            ObjectNode asked = world.endpoints.last();
            assertThat(asked.propertyNames())
                    .containsExactlyInAnyOrder(
                            "RequestType",
                            "RequestId",
                            "ResponseURL",
                            "StackId",
                            "ResourceType",
                            "LogicalResourceId",
                            "ResourceProperties");
            assertThat(asked.path("ResourceProperties").toString())
                    .isEqualTo("{\"ServiceToken\":\"maker\",\"Size\":\"5\",\"On\":\"true\"}");
            assertThat(asked.path("StackId").asString()).endsWith(stack.id().toString());
            assertThat(bench.statuses()).containsEntry("Own", "CREATE_IN_PROGRESS");
        }

        @Test
        void isCalledAndTellsAsItsMakerSays() {
            made();
            assertThat(bench.output("Own")).isEqualTo("own-1");
            assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("at own-1");
        }

        @Test
        void isSentAgainUntilItIsTaken() {
            world.endpoints.statuses.add(0);
            world.endpoints.statuses.add(503);
            beginCreation(CUSTOM);
            runDue();
            assertThat(world.endpoints.asked).hasSize(3);
            assertThat(world.endpoints.asked)
                    .extracting(asked -> asked.path("RequestId").asString())
                    .containsOnly(world.endpoints.last().path("RequestId").asString());
        }

        @Test
        void failsWhenItIsRefused() {
            world.endpoints.statuses.add(403);
            Stack stack = beginCreation(CUSTOM);
            succeed("own-1");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .contains("The endpoint 'maker' has refused the request with the status 403.");
        }

        @Test
        void isDeletedWhenItHasFailed() {
            Stack stack = beginCreation(CUSTOM);
            answer(false, "half-made", "");
            assertThat(lastRequest()).isEqualTo("Delete half-made");
            succeed("half-made");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .anyMatch(reason -> reason.startsWith(
                            "Received response status [FAILED] from custom resource. Message returned: no room"));
        }

        @Test
        void failsWhenThereIsNoAnswerInTime() {
            Stack stack = beginCreation(CUSTOM.replace("'Size': 5", "'ServiceTimeout': 60"));
            world.clock.advance(Duration.ofMinutes(1));
            runDue();
            assertThat(lastRequest()).startsWith("Delete shop-Own-");
            succeed("whatever");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(bench.reasons(stack))
                    .anyMatch(reason ->
                            reason.startsWith("CloudFormation did not receive a response from your Custom Resource."));
        }

        @Test
        void isRefusedBeforeAnythingIsDoneIfNobodyMakesIt() {
            Stack stack = beginCreation(CUSTOM.replace("'maker'", "'nobody'"));
            assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
            assertThat(world.endpoints.asked).isEmpty();
            assertThat(bench.reasons(stack))
                    .contains("The ServiceToken 'nobody' names no endpoint for custom resources that is configured on"
                            + " this server.");
        }
    }

    @Nested
    class Changed {

        @BeforeEach
        void isMade() {
            made();
        }

        @Test
        void isAskedForWithWhatItWas() {
            beginUpdate(CUSTOM.replace("5", "6"));
            ObjectNode asked = world.endpoints.last();
            assertThat(lastRequest()).isEqualTo("Update own-1");
            assertThat(asked.at("/ResourceProperties/Size").asString()).isEqualTo("6");
            assertThat(asked.at("/OldResourceProperties/Size").asString()).isEqualTo("5");
            answer(true, "own-1", "elsewhere");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
            assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("elsewhere");
        }

        @Test
        void isReplacedIfItIsCalledOtherwiseAndTheOldOneIsDeletedLater() {
            beginUpdate(CUSTOM.replace("5", "6"));
            succeed("own-2");
            assertThat(bench.physical("Own")).isEqualTo("own-2");
            assertThat(lastRequest()).isEqualTo("Delete own-1");
            succeed("own-1");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
            assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("at own-2");
            assertThat(bench.reasons(bench.stack()))
                    .contains("Requested update requires the creation of a new physical resource; hence creating one.");
        }

        @Test
        void isBroughtBackWhenTheUpdateFails() {
            world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
            beginUpdate(CUSTOM.replace("5", "6"));
            answer(true, "own-1", "elsewhere");
            ObjectNode asked = world.endpoints.last();
            assertThat(lastRequest()).isEqualTo("Update own-1");
            assertThat(asked.at("/ResourceProperties/Size").asString()).isEqualTo("5");
            succeed("own-1");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        }

        @Test
        void keepsTheOldOneWhenAReplacementIsUndone() {
            world.parts.failUpdate(0, Progress.failed(ErrorCode.ACCESS_DENIED, "sealed"));
            beginUpdate(CUSTOM.replace("5", "6"));
            succeed("own-2");
            assertThat(lastRequest()).isEqualTo("Delete own-2");
            succeed("own-2");
            assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
            assertThat(bench.physical("Own")).isEqualTo("own-1");
        }

        @Test
        void isDeletedWithItsStack() {
            world.stacks.stacks().delete(bench.request("delete"), bench.stack(), java.util.List.of(), false);
            runDue();
            assertThat(lastRequest()).isEqualTo("Delete own-1");
            succeed("own-1");
            world.settle();
            assertThat(world.stacks.stacks().find(StackBench.PLACE, StackBench.NAME))
                    .isEmpty();
        }

        @Test
        void isNotTouchedIfNothingIsAskedForOtherwise() {
            int before = world.endpoints.asked.size();
            bench.update(CUSTOM.replace("'Name': 's1'", "'Name': 's2'"));
            assertThat(world.endpoints.asked).hasSize(before);
        }
    }
}
