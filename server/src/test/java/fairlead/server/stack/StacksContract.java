package fairlead.server.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.handler.ErrorCode;
import fairlead.handler.Progress;
import fairlead.server.database.Database;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.FakeService;
import fairlead.server.resource.World;
import fairlead.server.secret.Vault;
import fairlead.server.stack.record.ChangeSet;
import fairlead.server.stack.record.PlanJson;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackStatus;
import fairlead.server.stack.record.StackTables;
import fairlead.server.stack.step.StackOrder;
import fairlead.server.stack.step.StackOrder.OnFailure;
import fairlead.server.stack.step.StackOrder.Purpose;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What stacks do with the resources of their templates.
abstract class StacksContract {

    private static final String TWO = """
        {'nodes': {
          'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'join': ['by ', {'ref': 'Gizmo'}]}}},
          'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}}},
         'outputs': {'Made': {'value': {'ref': 'Gizmo'}}, 'Text': {'value': {'get': 'Shelf.Text'}}}}\
        """;

    private static final String EXPORTING = """
        {'nodes': {'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}}},
         'outputs': {'Made': {'value': {'ref': 'Gizmo'}, 'export': 'the-gizmo'}}}\
        """;
    private static final String IMPORTING = """
        {'nodes': {'S': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 'u', 'Text': {'import': 'the-gizmo'}}}}}\
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

    // -- making -----------------------------------------------------------------------------------------------------

    @Test
    void aNodeIsMadeOnceWhatItRefersToIsThere() {
        Stack stack = bench.create(TWO);
        assertThat(stack.status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("by gizmo-1");
        assertThat(bench.output("Made")).isEqualTo("gizmo-1");
        assertThat(bench.output("Text")).isEqualTo("by gizmo-1");
        assertThat(bench.events(stack))
                .containsExactly(
                        "CREATE_IN_PROGRESS",
                        "Gizmo CREATE_IN_PROGRESS",
                        "Gizmo CREATE_IN_PROGRESS",
                        "Gizmo CREATE_COMPLETE",
                        "Shelf CREATE_IN_PROGRESS",
                        "Shelf CREATE_IN_PROGRESS",
                        "Shelf CREATE_COMPLETE",
                        "CREATE_COMPLETE");
    }

    @Test
    void eventsHaveTimesThatIncrease() {
        Stack stack = bench.create(TWO);
        assertThat(world.stacks
                        .stacks()
                        .events(stack.id(), Optional.empty(), 100)
                        .reversed())
                .extracting(StackEvent::at)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void whatAFailedCreateHasMadeIsDeleted() {
        world.parts.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
        Stack stack = bench.create(TWO);
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        bench.requireThings(0, 0);
        assertThat(bench.reasons(stack))
                .contains("The following resource(s) failed to create: [Shelf]. Rollback requested by user.")
                .anyMatch(reason -> reason.startsWith("Resource handler returned message: \"no room\" (RequestToken: ")
                        && reason.endsWith("HandlerErrorCode: InvalidRequest)"));
        assertThat(bench.statuses()).containsEntry("Gizmo", "DELETE_COMPLETE").containsEntry("Shelf", "CREATE_FAILED");
    }

    @Test
    void aFailedCreateIsLeftAsItIsIfSoAskedAndCanBeUndoneLater() {
        world.parts.answerNext(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
        Stack stack = bench.create(TWO, OnFailure.DO_NOTHING);
        assertThat(stack.status()).isEqualTo(StackStatus.CREATE_FAILED);
        bench.requireThings(1, 0);
        world.stacks.stacks().rollback(bench.request("rollback"), stack, true);
        assertThat(bench.ended().status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        bench.requireThings(0, 0);
    }

    @Test
    void whatCanBeKnownBeforeIsSaidBeforeAnythingIsTouched() {
        Stack stack = bench.create("""
            {'nodes': {
              'Good': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}},
              'Bad': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'pink'}},
              'Worse': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 'a b'}}}}\
            """);
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.gizmos.calls).isEmpty();
        assertThat(bench.events(stack))
                .containsExactly(
                        "CREATE_IN_PROGRESS",
                        "Bad CREATE_IN_PROGRESS",
                        "Bad CREATE_FAILED",
                        "Worse CREATE_IN_PROGRESS",
                        "Worse CREATE_FAILED",
                        "ROLLBACK_IN_PROGRESS",
                        "ROLLBACK_COMPLETE");
        assertThat(bench.reasons(stack))
                .anyMatch(reason ->
                        reason.startsWith("Properties validation failed for resource Bad with message: [#/Color"));
    }

    @Test
    void whatIsKnownOfANodeThatWaitsForAnotherIsLookedAtBeforeAnythingIsTouched() {
        Stack stack = bench.create(TWO.replace("'Name': 's1'", "'Name': 'a b'"));
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        assertThat(world.gizmos.calls).isEmpty();
        assertThat(bench.reasons(stack))
                .anyMatch(reason ->
                        reason.startsWith("Properties validation failed for resource Shelf with message: [#/Name"));
    }

    @Test
    void aSecondStackOfTheSameNameIsRefused() {
        bench.create(TWO);
        assertThatThrownBy(() -> bench.create("{'nodes': {}}")).hasMessageContaining("Stack [shop] already exists");
    }

    @Test
    void aRequestUnderTheSameTokenIsTheSameRequest() {
        StackRequest request = new StackRequest(World.DEVELOPER, Optional.of("t1"), "digest");
        Stack first = create(request);
        world.settle();
        assertThat(create(request).id()).isEqualTo(first.id());
        StackRequest other = new StackRequest(World.DEVELOPER, Optional.of("t1"), "another");
        assertThatThrownBy(() -> create(other)).hasMessageContaining("t1");
    }

    private Stack create(StackRequest request) {
        return world.stacks
                .stacks()
                .create(
                        request,
                        StackBench.PLACE,
                        "shop",
                        "plain",
                        StackBench.json(TWO),
                        StackOrder.of(StackOrder.Purpose.CREATE, OnFailure.ROLLBACK, ""),
                        false);
    }

    // -- changing ---------------------------------------------------------------------------------------------------

    @Test
    void onlyWhatIsAskedForOtherwiseIsChanged() {
        bench.create(TWO);
        Stack stack = bench.update(TWO.replace("'red'", "'blue'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("blue");
        assertThat(world.parts.calls).filteredOn("update"::equals).isEmpty();
    }

    @Test
    void whatChangesNothingIsRefused() {
        bench.create(TWO);
        assertThatThrownBy(() -> bench.update(TWO)).hasMessageContaining("No updates are to be performed.");
        assertThat(bench.stack().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
    }

    @Test
    void whatIsNoLongerInTheTemplateIsDeletedAfterTheRestIsDone() {
        Stack made = bench.create(TWO);
        Stack stack =
                bench.update("{'nodes': {'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}}}}");
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        bench.requireThings(1, 0);
        assertThat(bench.events(made))
                .containsSubsequence(
                        "Gizmo UPDATE_COMPLETE",
                        "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS",
                        "Shelf DELETE_IN_PROGRESS",
                        "Shelf DELETE_COMPLETE",
                        "UPDATE_COMPLETE");
        assertThat(bench.statuses()).containsOnlyKeys("Gizmo");
    }

    @Test
    void whatCantBeChangedInPlaceIsReplacedAndWhatRefersToItFollows() {
        bench.create(TWO);
        Stack stack = bench.update(TWO.replace("'Color': 'red'", "'Color': 'red', 'Material': 'steel'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_COMPLETE);
        assertThat(bench.physical("Gizmo")).isEqualTo("gizmo-2");
        assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("by gizmo-2");
        assertThat(world.gizmos.things).containsOnlyKeys("gizmo-2");
    }

    @Test
    void whatHasANameOfItsAuthorsCantBeReplacedUnderIt() {
        String named = "{'nodes': {'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': {'name': 's'}}}}}";
        bench.create(named);
        assertThat(bench.physical("Shelf")).isEqualTo("s-0");
        bench.update("{'nodes': {'Shelf': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}}}}");
        assertThat(bench.physical("Shelf")).isEqualTo("gizmo-1");
        bench.requireThings(1, 0);
    }

    @Test
    void aFailedUpdateIsBroughtBackWithWhatItHadMade() {
        bench.create(TWO);
        failNextUpdate(world.parts, "sealed");
        Stack stack = bench.update("""
            {'nodes': {
              'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': {'ref': 'New'}}},
              'New': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'green'}},
              'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'blue'}}}}\
            """);
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        bench.requireThings(1, 1);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("red");
        assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("by gizmo-1");
        assertThat(bench.statuses()).containsOnlyKeys("Shelf", "Gizmo");
        assertThat(bench.output("Made")).isEqualTo("gizmo-1");
        assertThatThrownBy(() -> bench.update(TWO)).hasMessageContaining("No updates are to be performed.");
    }

    @Test
    void aReplacementThatIsUndoneLeavesTheOldOneInPlace() {
        bench.create(TWO);
        failNextUpdate(world.parts, "sealed");
        Stack stack = bench.update(TWO.replace("'Color': 'red'", "'Color': 'red', 'Material': 'steel'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(bench.physical("Gizmo")).isEqualTo("gizmo-1");
        assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("by gizmo-1");
    }

    @Test
    void aReplacementThatTheSchemaRefusesIsRefusedBeforeAnythingIsTouched() {
        bench.create(TWO);
        Stack stack = bench.update(TWO.replace("'Name': 's1'", "'Name': 'a b'").replace("'red'", "'blue'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.calls).filteredOn("update"::equals).isEmpty();
        assertThat(bench.statuses()).containsEntry("Shelf", "UPDATE_COMPLETE");
    }

    @Test
    void whatCouldNotBeReplacedIsWhatItWasAfterTheRollback() {
        bench.create(TWO);
        world.gizmos.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no steel"));
        Stack stack = bench.update(TWO.replace("'Color': 'red'", "'Color': 'red', 'Material': 'steel'"));
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(bench.statuses()).containsEntry("Gizmo", "UPDATE_COMPLETE");
        assertThatThrownBy(() -> bench.update(TWO)).hasMessageContaining("No updates are to be performed.");
    }

    @Test
    void secretsComeBackWithTheRest() {
        String secret = """
            {'nodes': {
              'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red', 'Pin': {'secret': '1234'}}},
              'Shelf': {'type': 'Test::Shop::Shelf', 'after': ['Gizmo'], 'properties': {'Name': 's1', 'Text': 'a'}}}}\
            """;
        Stack made = bench.create(secret);
        failNextUpdate(world.parts, "sealed");
        bench.update(secret.replace("1234", "9876").replace("'a'", "'b'"));
        assertThat(world.gizmos.thing("gizmo-1").path("Pin").asString()).isEqualTo("1234");
        assertThat(world.stacks.stacks().events(made.id(), Optional.empty(), 100))
                .extracting(event -> new String(event.properties(), java.nio.charset.StandardCharsets.UTF_8))
                .noneMatch(text -> text.contains("1234") || text.contains("9876"))
                .anyMatch(text -> text.contains("\"Pin\":\"****\""));
    }

    @Test
    void aRollbackThatFailsCanGoOnOrSkipWhatIsInItsWay() {
        bench.create(TWO);
        String next = TWO.replace("'red'", "'blue'").replace("'by '", "'for '");
        failNextUpdate(world.parts, "sealed");
        failUpdates(world.gizmos, 1, "stuck");
        Stack stack = bench.update(next);
        assertThat(stack.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_FAILED);
        assertThat(stack.condition().reason()).isEqualTo("The following resource(s) failed to update: [Gizmo].");
        world.stacks.stacks().continueRollback(bench.request("go on"), stack, List.of());
        assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("red");
    }

    @Test
    void anUpdateThatIsCancelledIsUndone() {
        bench.create(TWO);
        world.gizmos.steps = 3;
        Stack stack = bench.beginUpdate(TWO.replace("'red'", "'blue'"), OnFailure.ROLLBACK);
        world.operations.runDue();
        world.stacks.stacks().cancelUpdate(bench.request("cancel"), stack);
        assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.thing("gizmo-1").path("Color").asString()).isEqualTo("red");
    }

    private static void failNextUpdate(FakeService service, String message) {
        failUpdates(service, 0, message);
    }

    /// @param after so many updates that go well
    private static void failUpdates(FakeService service, int after, String message) {
        service.failUpdate(after, Progress.failed(ErrorCode.ACCESS_DENIED, message));
    }

    @Test
    void aStackThatTakesLongerToBeMadeThanItMayIsUndone() {
        world.gizmos.steps = 100;
        StackOrder order =
                StackOrder.of(Purpose.CREATE, OnFailure.ROLLBACK, "").limited(Optional.of(Duration.ofMinutes(1)));
        bench.beginCreation(TWO, order);
        world.operations.runDue();
        world.clock.set(world.clock.instant().plus(Duration.ofMinutes(2)));
        Stack stack = bench.ended();
        assertThat(stack.status()).isEqualTo(StackStatus.ROLLBACK_COMPLETE);
        assertThat(bench.reasons(stack))
                .contains("Stack creation time exceeded the specified timeout. Rollback requested by user.");
    }

    @Test
    void aClockThatIsSetForwardEndsNoCreate() {
        world.gizmos.steps = 3;
        StackOrder order =
                StackOrder.of(Purpose.CREATE, OnFailure.ROLLBACK, "").limited(Optional.of(Duration.ofMinutes(10)));
        bench.beginCreation(TWO, order);
        world.operations.runDue();
        world.time.step(Duration.ofHours(1));
        assertThat(bench.ended().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
    }

    // -- ended from outside -----------------------------------------------------------------------------------------

    @Test
    void whatACreateGoesOnMakingThatWasCancelledAsAnOperationIsDeletedWithTheStack() {
        world.gizmos.steps = 3;
        Stack stack = bench.beginCreation(StackBench.NAME, TWO, OnFailure.ROLLBACK);
        world.operations.runDue();
        assertThat(world.gizmos.things).isNotEmpty();
        assertThat(world.operations.cancel(operation(stack))).isTrue();
        assertThat(bench.ended().status()).isEqualTo(StackStatus.CREATE_FAILED);
        assertThat(bench.delete().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(0, 0);
    }

    @Test
    void anUpdateThatWasCancelledAsAnOperationCanBeUndone() {
        bench.create(TWO);
        world.gizmos.steps = 3;
        Stack stack = bench.beginUpdate(
                TWO.replace("'Color': 'red'", "'Color': 'red', 'Material': 'steel'"), OnFailure.ROLLBACK);
        world.operations.runDue();
        assertThat(world.operations.cancel(operation(stack))).isTrue();
        Stack ended = bench.ended();
        assertThat(ended.status()).isEqualTo(StackStatus.UPDATE_FAILED);
        world.stacks.stacks().rollback(bench.request("rollback"), ended, true);
        assertThat(bench.ended().status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(world.gizmos.things).containsOnlyKeys("gizmo-1");
        assertThat(bench.physical("Gizmo")).isEqualTo("gizmo-1");
    }

    private static OperationId operation(Stack stack) {
        return stack.condition().operation().orElseThrow();
    }

    // -- deleting ---------------------------------------------------------------------------------------------------

    @Test
    void whatNeedsSomethingIsDeletedBeforeThat() {
        bench.create(TWO);
        Stack stack = bench.delete();
        assertThat(stack.status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(0, 0);
        assertThat(bench.events(stack))
                .containsSubsequence(
                        "DELETE_IN_PROGRESS",
                        "Shelf DELETE_IN_PROGRESS",
                        "Shelf DELETE_COMPLETE",
                        "Gizmo DELETE_IN_PROGRESS",
                        "Gizmo DELETE_COMPLETE",
                        "DELETE_COMPLETE");
        assertThat(world.stacks.stacks().find(StackBench.PLACE, "shop")).isEmpty();
    }

    @Test
    void whatIsToBeKeptStaysAndBelongsToNoStackThen() {
        String kept = TWO.replace("'type': 'Test::Shop::Gizmo'", "'keep': 'RETAIN', 'type': 'Test::Shop::Gizmo'");
        bench.create(kept);
        Stack stack = bench.delete();
        assertThat(stack.status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(1, 0);
        assertThat(bench.events(stack)).contains("Gizmo DELETE_SKIPPED");
        assertThat(world.stacks.stacks().owner(StackBench.PLACE, "Test::Shop::Gizmo", "gizmo-1"))
                .isEmpty();
    }

    @Test
    void aStackWhoseResourceStaysIsDeletedWithoutItOnRequest() {
        bench.create(TWO);
        world.gizmos.refusesDeletes = true;
        Stack stack = bench.delete();
        assertThat(stack.status()).isEqualTo(StackStatus.DELETE_FAILED);
        assertThat(stack.condition().reason()).isEqualTo("The following resource(s) failed to delete: [Gizmo].");
        assertThat(bench.delete(List.of("Gizmo"), false).status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(1, 0);
    }

    @Test
    void aProtectedStackIsNotDeleted() {
        Stack stack = bench.create(TWO);
        world.stacks.stacks().protect(bench.request("protect"), stack, true);
        assertThatThrownBy(() -> bench.delete()).hasMessageContaining("TerminationProtection");
        world.stacks.stacks().protect(bench.request("protect"), stack, false);
        assertThat(bench.delete().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
    }

    // -- between stacks ---------------------------------------------------------------------------------------------

    @Test
    void aResourceBelongsToOneStack() {
        bench.create(TWO);
        assertThat(world.stacks.stacks().owner(StackBench.PLACE, "Test::Shop::Gizmo", "gizmo-1"))
                .map(Stack::name)
                .contains("shop");
    }

    /// What a stack has no longer, since others have deleted it, is not in the way of another one that makes it again,
    /// and
    /// the first one leaves that alone.
    @Test
    void whatOthersHaveDeletedMayBeMadeByAnotherStack() {
        String shelf = "{'nodes': {'Shelf': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 's1', 'Text': 'a'}}}}";
        bench.create(shelf);
        world.remove(world.id(World.SHELF, "s1"));
        world.settle();
        bench.requireThings(0, 0);

        bench.beginCreation("other", shelf.replace("'a'", "'b'"), OnFailure.ROLLBACK);
        world.settle();

        Stack other = world.stacks.stacks().find(StackBench.PLACE, "other").orElseThrow();
        assertThat(other.status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        assertThat(world.stacks.stacks().owner(StackBench.PLACE, "Test::Shop::Shelf", "s1"))
                .map(Stack::id)
                .contains(other.id());
        Stack refused = bench.update(shelf.replace("'a'", "'c'"));
        assertThat(refused.status()).isEqualTo(StackStatus.UPDATE_ROLLBACK_COMPLETE);
        assertThat(bench.reasons(refused))
                .anyMatch(reason ->
                        reason.startsWith("The resource 's1' was deleted by others and made again by the stack"));
        assertThat(world.parts.thing("/s1").path("Text").asString()).isEqualTo("b");

        assertThat(bench.delete().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
        bench.requireThings(0, 1);
    }

    @Test
    void whatIsInUseByAnotherStackStays() {
        bench.create("""
            {'nodes': {'Gizmo': {'type': 'Test::Shop::Gizmo', 'properties': {'Color': 'red'}}},
             'outputs': {'Made': {'value': {'ref': 'Gizmo'}, 'export': 'the-gizmo'}}}\
            """);
        bench.beginCreation(
                "user",
                "{'nodes': {'S': {'type': 'Test::Shop::Shelf', 'properties': {'Name': 'u', 'Text': {'import':"
                        + " 'the-gizmo'}}}}}",
                OnFailure.ROLLBACK);
        world.settle();
        assertThat(world.parts.thing("/u").path("Text").asString()).isEqualTo("gizmo-1");
        assertThatThrownBy(() -> bench.delete())
                .hasMessageContaining("Export the-gizmo cannot be deleted as it is in use by user");
        assertThat(bench.stack().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
    }

    @Test
    void whatIsUsedByAStackThatIsStillBeingMadeStays() {
        bench.create(EXPORTING);
        world.parts.steps = 3;
        bench.beginCreation("user", IMPORTING, OnFailure.ROLLBACK);
        world.operations.runDue();
        assertThatThrownBy(() -> bench.delete()).hasMessageContaining("in use by user");
    }

    @Test
    void whatAStackUsedThatCouldNotBeMadeIsFree() {
        bench.create(EXPORTING);
        world.parts.failCreate(Progress.failed(ErrorCode.INVALID_REQUEST, "no room"));
        bench.beginCreation("user", IMPORTING, OnFailure.ROLLBACK);
        world.settle();
        assertThat(bench.delete().status()).isEqualTo(StackStatus.DELETE_COMPLETE);
    }

    @Test
    void aStackWhoseTemplateCantBeCompiledAnyMoreIsUndone() {
        Stack exporting = bench.create(EXPORTING);
        world.meanwhile = () -> world.database.write(transaction -> {
            StackTables.of(world.vault()).exports().replace(transaction, exporting, List.of());
            return exporting;
        });
        Stack user = bench.beginCreation("user", IMPORTING, OnFailure.ROLLBACK);
        world.meanwhile = () -> {};
        world.settle();
        assertThat(world.stacks.stacks().find(StackBench.PLACE, user.id().toString()))
                .map(Stack::status)
                .contains(StackStatus.ROLLBACK_COMPLETE);
        assertThat(bench.reasons(user)).contains("No export named the-gizmo");
    }

    // -- change sets ------------------------------------------------------------------------------------------------

    @Test
    void aChangeSetSaysWhatWouldBeDoneAndDoesItOnce() {
        ChangeSets sets = world.stacks.changeSets();
        ChangeSets.Target target = new ChangeSets.Target(StackBench.PLACE, "shop", "plain", true);
        ChangeSet set = sets.create(World.DEVELOPER, target, "first", content(TWO), ChangeSets.Importing.NONE);
        assertThat(bench.stack().status()).isEqualTo(StackStatus.REVIEW_IN_PROGRESS);
        assertThat(PlanJson.read(set.plan()).nodes())
                .extracting(node -> node.key() + " " + node.action())
                .containsExactly("Gizmo ADD", "Shelf ADD");
        sets.execute(bench.request("execute"), bench.stack(), set, OnFailure.ROLLBACK, true);
        assertThat(bench.ended().status()).isEqualTo(StackStatus.CREATE_COMPLETE);
        ChangeSet executed = sets.find(bench.stack(), "first").orElseThrow();
        assertThatThrownBy(
                        () -> sets.execute(bench.request("again"), bench.stack(), executed, OnFailure.ROLLBACK, true))
                .hasMessageContaining("EXECUTE_COMPLETE");
    }

    @Test
    void aChangeSetOfAStackThatHasMovedOnIsObsolete() {
        bench.create(TWO);
        ChangeSets sets = world.stacks.changeSets();
        ChangeSets.Target target = new ChangeSets.Target(StackBench.PLACE, "shop", "plain", false);
        sets.create(
                World.DEVELOPER, target, "blue", content(TWO.replace("'red'", "'blue'")), ChangeSets.Importing.NONE);
        bench.update(TWO.replace("'red'", "'green'"));
        ChangeSet obsolete = sets.find(bench.stack(), "blue").orElseThrow();
        assertThat(obsolete.execution()).isEqualTo(ChangeSet.Execution.OBSOLETE);
        assertThatThrownBy(
                        () -> sets.execute(bench.request("execute"), bench.stack(), obsolete, OnFailure.ROLLBACK, true))
                .hasMessageContaining("OBSOLETE");
    }

    @Test
    void aChangeSetThatChangesNothingFails() {
        bench.create(TWO);
        ChangeSets.Target target = new ChangeSets.Target(StackBench.PLACE, "shop", "plain", false);
        ChangeSet set = world.stacks
                .changeSets()
                .create(World.DEVELOPER, target, "same", content(TWO), ChangeSets.Importing.NONE);
        assertThat(set.status()).isEqualTo(ChangeSet.Status.FAILED);
        assertThat(set.reason()).isEqualTo(ChangeSets.NOTHING);
    }

    private static tools.jackson.databind.node.ObjectNode content(String template) {
        tools.jackson.databind.node.ObjectNode request = StackBench.json("{}");
        request.set("content", StackBench.json(template));
        return request;
    }

    @Test
    void differentNodesAreKnownByTheirKeys() {
        bench.create(TWO);
        assertThat(bench.statuses()).isEqualTo(Map.of("Gizmo", "CREATE_COMPLETE", "Shelf", "CREATE_COMPLETE"));
    }
}
