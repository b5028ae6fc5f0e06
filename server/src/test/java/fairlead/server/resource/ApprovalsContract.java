package fairlead.server.resource;

import static fairlead.server.resource.World.DEVELOPER;
import static fairlead.server.resource.World.GIZMO;
import static fairlead.server.resource.World.SHELF;
import static fairlead.server.resource.World.SUBSCRIPTION;
import static fairlead.server.resource.World.json;
import static fairlead.server.resource.World.problem;
import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AccessScope;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.Principal;
import fairlead.server.access.RequestContext;
import fairlead.server.access.Subject;
import fairlead.server.access.approval.ApprovalState;
import fairlead.server.access.policy.Policies;
import fairlead.server.access.policy.PolicyKind;
import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.resource.change.ChangeTerms;
import fairlead.server.resource.change.Delete;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.change.Put;
import fairlead.server.resource.policy.PlanPreview;
import fairlead.server.resource.policy.TypeAliases;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// Changes that need an approval, on every database.
abstract class ApprovalsContract {

    static final Caller ANN = caller("ann", 1);
    static final Caller BEN = caller("ben", 2);
    private static final Caller EVE = caller("eve", 3);
    private static final AccessScope WHOLE = AccessScope.subscription(SUBSCRIPTION);
    private static final String GROUP = "0199a1b2-0000-4000-8000-0000000000aa";

    private World world;

    abstract Database open();

    private static Caller caller(String name, long id) {
        UUID principal = new UUID(7, id);
        return new Caller(new Principal(name, "User", principal), "request-" + name, "c", Optional.empty(), "")
                .as(new Principal(name, "User", principal), Subject.of(principal))
                .by(new RequestContext("arm", "", "", Optional.empty()));
    }

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
    }

    @AfterEach
    void end() {
        world.close();
    }

    static void require(World world, String when, String details) {
        Policies policies = new Policies(
                world.policies, Authorizer.open(), new AuditTrail(), new TypeAliases(world.types), world.clock);
        ObjectNode definition = json("{'mode': 'All'}");
        definition.set(
                "policyRule",
                json("{'if': " + when + ", 'then': {'effect': 'requireApproval', 'details': " + details + "}}"));
        String id = policies.put(DEVELOPER, PolicyKind.DEFINITION, WHOLE, "approve", definition)
                .object()
                .id();
        ObjectNode assignment = json("{}");
        assignment.put("policyDefinitionId", id);
        policies.put(DEVELOPER, PolicyKind.ASSIGNMENT, WHOLE, "approve", assignment);
    }

    static String details(String more) {
        return "{'approvers': {'groupId': '" + GROUP + "'}" + more + "}";
    }

    private void require(String more) {
        require(world, "{'field': 'type', 'exists': true}", details(more));
    }

    static Put put(World world, Caller caller, ResourceId id, String properties) {
        Put.Body body = Put.Body.of(Optional.of("local"), json("{}"), json(properties));
        return Put.of(caller, id, world.types.find(id.type()).orElseThrow().current(), body);
    }

    private Put put(Caller caller, ResourceId id, String properties) {
        return put(world, caller, id, properties);
    }

    private Problem.ApprovalRequired refused(Runnable request) {
        Problem problem = problem(request);
        assertThat(problem.code()).isEqualTo(ProblemCode.APPROVAL_REQUIRED);
        return (Problem.ApprovalRequired) problem;
    }

    private String asked(Put put) {
        return id(refused(() -> world.resources.put(put)));
    }

    private static String id(Problem.ApprovalRequired problem) {
        return problem.approval().orElseThrow().path("approvalId").asString();
    }

    private ApprovalState state(String id) {
        return world.approvals.get(ANN, id).state();
    }

    private List<String> events() {
        return world.database.read(transaction -> transaction.query(
                "SELECT operation_state FROM event WHERE operation_kind = 'approval' ORDER BY seq", row -> row.text()));
    }

    private List<String> deeds() {
        return world
                .database
                .read(transaction -> transaction.query("SELECT record FROM audit ORDER BY seq", row -> row.bytes()))
                .stream()
                .map(record -> json(new String(record, StandardCharsets.UTF_8))
                        .path("eventName")
                        .asString())
                .filter(name -> name.contains("Approv"))
                .toList();
    }

    @Nested
    class Refusing {

        private ResourceId id;

        @BeforeEach
        void begin() {
            id = world.id(SHELF, "s1");
            require("");
        }

        @Test
        void aRefusedChangeChangesNothingAndNamesItsApproval() {
            Problem.ApprovalRequired problem = refused(() -> world.resources.put(put(ANN, id, "{'Text': 'a'}")));
            assertThat(problem.message()).contains(id(problem), "repeat the same request when it is granted");
            assertThat(world.resources.find(id)).isEmpty();
            assertThat(state(id(problem))).isEqualTo(ApprovalState.ASKED);
        }

        @Test
        void theSameRequestRunsOnceAfterTheGrantAndIsNoChangeThen() {
            Put put = put(ANN, id, "{'Text': 'a'}");
            String approval = asked(put);
            assertThat(asked(put)).as("asked once").isEqualTo(approval);
            world.approvals.approve(BEN, approval, "");
            assertThat(world.resources.put(put)).isInstanceOf(Outcome.Accepted.class);
            world.settle(id);
            assertThat(state(approval)).isEqualTo(ApprovalState.USED);
            String tag = world.resources.get(id).etag();
            assertThat(world.resources.put(put)).isInstanceOf(Outcome.Done.class);
            assertThat(world.resources.get(id).etag()).isEqualTo(tag);
            assertThat(events()).containsExactly("Asked", "Granted", "Used");
            assertThat(deeds()).containsExactly("AskForApproval", "GrantApproval", "UseApproval");
        }

        @Test
        void anotherBodyIsAnotherApprovalAndTheOldOneIsSuperseded() {
            String first = asked(put(ANN, id, "{'Text': 'a'}"));
            world.approvals.approve(BEN, first, "");
            String second = asked(put(ANN, id, "{'Text': 'b'}"));
            assertThat(second).isNotEqualTo(first);
            assertThat(state(first)).isEqualTo(ApprovalState.SUPERSEDED);
            assertThat(asked(put(ANN, id, "{'Text': 'a'}"))).isNotIn(first, second);
        }

        @Test
        void aBaseThatHasMovedNeedsAnotherApproval() {
            Put create = put(ANN, id, "{'Text': 'a'}");
            world.approvals.approve(BEN, asked(create), "");
            world.resources.put(create);
            world.settle(id);
            String stale = asked(put(ANN, id, "{'Text': 'b'}"));
            Put between = put(EVE, id, "{'Text': 'c'}");
            world.approvals.approve(BEN, asked(between), "");
            world.resources.put(between);
            world.settle(id);
            world.approvals.approve(BEN, stale, "");
            assertThat(asked(put(ANN, id, "{'Text': 'b'}"))).isNotEqualTo(stale);
            assertThat(state(stale)).isEqualTo(ApprovalState.SUPERSEDED);
        }

        @Test
        void anApprovalIsOfOnePrincipalAlone() {
            world.approvals.approve(BEN, asked(put(ANN, id, "{'Text': 'a'}")), "");
            refused(() -> world.resources.put(put(EVE, id, "{'Text': 'a'}")));
        }

        @Test
        void onesOwnChangeIsNotApproved() {
            String approval = asked(put(ANN, id, "{'Text': 'a'}"));
            assertThat(problem(() -> world.approvals.approve(ANN, approval, "")).code())
                    .isEqualTo(ProblemCode.APPROVAL_NOT_ALLOWED);
            assertThat(problem(() -> world.approvals.deny(ANN, approval, "")).code())
                    .isEqualTo(ProblemCode.APPROVAL_NOT_ALLOWED);
            assertThat(state(approval)).isEqualTo(ApprovalState.ASKED);
        }

        @Test
        void theChangeOfARoleIsNotApprovedByThoseWhoTookItOn() {
            RequestContext.UsedKey key = new RequestContext.UsedKey(
                    "ASIA", "1", "arn", List.of(BEN.subject().id()));
            Caller role = EVE.by(EVE.context().signedBy(key));
            String approval = asked(put(role, id, "{'Text': 'a'}"));
            assertThat(problem(() -> world.approvals.approve(BEN, approval, "")).code())
                    .isEqualTo(ProblemCode.APPROVAL_NOT_ALLOWED);
        }

        @Test
        void theChangeOfOneIsNotApprovedByARoleThatOneTookOn() {
            RequestContext.UsedKey key = new RequestContext.UsedKey(
                    "ASIA", "1", "arn", List.of(ANN.subject().id()));
            Caller role = EVE.by(EVE.context().signedBy(key));
            String approval = asked(put(ANN, id, "{'Text': 'a'}"));
            assertThat(problem(() -> world.approvals.approve(role, approval, ""))
                            .code())
                    .isEqualTo(ProblemCode.APPROVAL_NOT_ALLOWED);
        }

        @Test
        void theChangeOfAServicePrincipalIsNotApprovedByItsOwner() {
            world.database.write(transaction -> transaction.update(
                    "INSERT INTO principal_owner (principal, owner) VALUES (?, ?)",
                    EVE.subject().id().toString(),
                    BEN.subject().id().toString()));
            String ofService = asked(put(EVE, id, "{'Text': 'a'}"));
            assertThat(problem(() -> world.approvals.approve(BEN, ofService, ""))
                            .code())
                    .isEqualTo(ProblemCode.APPROVAL_NOT_ALLOWED);
            String ofOwner = asked(put(BEN, id, "{'Text': 'a'}"));
            assertThat(problem(() -> world.approvals.approve(EVE, ofOwner, "")).code())
                    .isEqualTo(ProblemCode.APPROVAL_NOT_ALLOWED);
        }

        @Test
        void whatWasDeniedIsNotAskedForAgainUntilItsEnd() {
            Put put = put(ANN, id, "{'Text': 'a'}");
            String approval = asked(put);
            world.approvals.deny(BEN, approval, "not on a Friday");
            Problem.ApprovalRequired again = refused(() -> world.resources.put(put));
            assertThat(again.message()).contains("denied by 'ben' (not on a Friday)");
            assertThat(id(again)).isEqualTo(approval);
            assertThat(problem(() -> world.approvals.approve(BEN, approval, "")).code())
                    .isEqualTo(ProblemCode.APPROVAL_CLOSED);
            world.clock.advance(Duration.ofHours(25));
            assertThat(asked(put)).isNotEqualTo(approval);
        }

        @Test
        void itRunsOutAndIsNotUsedThen() {
            Put put = put(ANN, id, "{'Text': 'a'}");
            String approval = asked(put);
            world.approvals.approve(BEN, approval, "");
            world.clock.advance(Duration.ofHours(24));
            assertThat(state(approval)).isEqualTo(ApprovalState.EXPIRED);
            assertThat(asked(put)).isNotEqualTo(approval);
            assertThat(events()).containsExactly("Asked", "Granted", "Expired", "Asked");
        }

        @Test
        void whatHasRunOutIsTold() {
            String approval = asked(put(ANN, id, "{'Text': 'a'}"));
            world.clock.advance(Duration.ofHours(24));
            assertThat(world.approvals.expire()).isTrue();
            assertThat(world.approvals.expire()).isFalse();
            assertThat(problem(() -> world.approvals.approve(BEN, approval, "")).code())
                    .isEqualTo(ProblemCode.APPROVAL_CLOSED);
            assertThat(deeds()).containsExactly("AskForApproval", "ExpireApproval");
        }

        @Test
        void anOwnerOverridesWithAReasonAlone() {
            Put put = put(ANN, id, "{'Text': 'a'}");
            String approval = asked(put);
            assertThat(problem(() -> world.approvals.override(ANN, approval, " "))
                            .code())
                    .isEqualTo(ProblemCode.VALIDATION_FAILED);
            world.approvals.override(ANN, approval, "the site is down");
            assertThat(world.resources.put(put)).isInstanceOf(Outcome.Accepted.class);
            assertThat(deeds()).containsExactly("AskForApproval", "OverrideApproval", "UseApproval");
        }

        @Test
        void deletionsNeedOneToo() {
            Put put = put(ANN, id, "{'Text': 'a'}");
            world.approvals.approve(BEN, asked(put), "");
            world.resources.put(put);
            world.settle(id);
            Delete delete = new Delete(ANN, id, world.type(SHELF), ChangeTerms.NONE);
            String approval = id(refused(() -> world.resources.delete(delete)));
            world.approvals.approve(BEN, approval, "");
            assertThat(world.resources.delete(delete)).isInstanceOf(Outcome.Accepted.class);
            world.settle(id);
            assertThat(world.resources.find(id)).isEmpty();
        }

        @Test
        void tagsAloneNeedOneToo() {
            Put put = put(ANN, id, "{'Text': 'a'}");
            world.approvals.approve(BEN, asked(put), "");
            world.resources.put(put);
            world.settle(id);
            Runnable tagging =
                    () -> world.tagging.change(ANN, new Tagging.Place.OfResource(id), _ -> json("{'owner': 'ann'}"));
            String approval = id(refused(tagging));
            world.approvals.approve(BEN, approval, "");
            tagging.run();
            assertThat(state(approval)).isEqualTo(ApprovalState.USED);
        }

        @Test
        void developersAreToldThatTheirOwnChangeCanNotBeApproved() {
            Problem.ApprovalRequired problem = refused(() -> world.resources.put(put(DEVELOPER, id, "{'Text': 'a'}")));
            assertThat(problem.message()).contains("In development mode every caller is 'developer'");
            assertThat(problem(() -> world.approvals.approve(DEVELOPER, id(problem), ""))
                            .message())
                    .contains("--require-sign-in");
        }
    }

    @Nested
    class Demands {

        @Test
        void ofTwoPeopleAreNotFulfilledByOne() {
            require(", 'count': 2, 'reasonRequired': true");
            ResourceId id = world.id(SHELF, "s1");
            Put put = put(ANN, id, "{'Text': 'a'}");
            String approval = asked(put);
            assertThat(problem(() -> world.approvals.approve(BEN, approval, "")).target())
                    .contains("/reason");
            world.approvals.approve(BEN, approval, "fine");
            world.approvals.approve(BEN, approval, "fine, I said");
            refused(() -> world.resources.put(put));
            world.approvals.approve(EVE, approval, "fine with me");
            assertThat(world.resources.put(put)).isInstanceOf(Outcome.Accepted.class);
        }

        @Test
        void ofWhatIsBroughtAlongAreOfTheWhole() {
            require(world, "{'field': 'type', 'equals': 'Test.Shop/shelves/labels'}", details(""));
            ResourceId id = world.id(SHELF, "s1");
            Put put = put(ANN, id, "{'Text': 'a', 'labels': [{'name': 'l1', 'properties': {'Text': 'x'}}]}");
            String approval = asked(put);
            world.approvals.approve(BEN, approval, "");
            assertThat(world.resources.put(put)).isInstanceOf(Outcome.Accepted.class);
            world.settle();
            assertThat(world.labels.things).containsOnlyKeys("s1/l1");
            assertThat(events()).containsExactly("Asked", "Granted", "Used");
        }

        @Test
        void holdForWhatTheyAreOfAlone() {
            require(world, "{'field': 'properties.Text', 'equals': 'risky'}", details(", 'expiresAfter': 'PT1H'"));
            ResourceId id = world.id(SHELF, "s1");
            assertThat(world.resources.put(put(ANN, id, "{'Text': 'safe'}"))).isInstanceOf(Outcome.Accepted.class);
            world.settle(id);
            asked(put(ANN, id, "{'Text': 'risky'}"));
        }
    }

    @Nested
    class Plans {

        @Test
        void ofAPreviewAreThoseOfTheRequest() {
            ResourceId id = world.id(GIZMO, "one");
            Put put = put(ANN, id, "{'Color': 'red', 'Pin': '1234'}");
            String hash = hash(put);
            assertThat(hash(put)).isEqualTo(hash);
            assertThat(hash(put(ANN, id, "{'Color': 'red', 'Pin': '1235'}"))).isNotEqualTo(hash);
            assertThat(hash(put(BEN, id, "{'Color': 'red', 'Pin': '1234'}"))).isNotEqualTo(hash);
            assertThat(world.resources.put(put.on(ChangeTerms.NONE.as(Optional.of(hash)))))
                    .isInstanceOf(Outcome.Accepted.class);
        }

        @Test
        void whoseBaseHasMovedAreRefused() {
            ResourceId id = world.id(SHELF, "s1");
            world.made(id, "{'Text': 'a'}");
            Put put = put(ANN, id, "{'Text': 'b'}");
            ChangeTerms shown = ChangeTerms.NONE.as(Optional.of(hash(put)));
            world.put(id, "{'Text': 'c'}");
            world.settle(id);
            Problem problem = problem(() -> world.resources.put(put.on(shown)));
            assertThat(problem.code()).isEqualTo(ProblemCode.PLAN_CHANGED);
            assertThat(problem.status()).isEqualTo(412);
            assertThat(problem.message())
                    .contains(world.resources.get(id).etag())
                    .contains(hash(put));
        }

        private String hash(Put put) {
            PlanPreview preview = new PlanPreview();
            new WhatIf(world.resources, world.vault(), world.types.sealing()).put(put, preview);
            return preview.hash().orElseThrow();
        }

        @Test
        void ofWhatNeedsAnApprovalSayWhoseAndAskForNone() {
            require("");
            Put put = put(ANN, world.id(SHELF, "s1"), "{'Text': 'a'}");
            PlanPreview preview = new PlanPreview();
            assertThat(new WhatIf(world.resources, world.vault(), world.types.sealing()).put(put, preview))
                    .isInstanceOf(WhatIf.Forecast.Create.class);
            assertThat(preview.demands()).hasSize(1);
            assertThat(events()).isEmpty();
            Problem.ApprovalRequired problem = refused(() -> world.resources.put(put));
            assertThat(problem.approval().orElseThrow().path("planHash").asString())
                    .isEqualTo(preview.hash().orElseThrow());
        }

        @Test
        void areKeptWithoutTheirSecrets() {
            require("");
            String approval = asked(put(ANN, world.id(GIZMO, "one"), "{'Color': 'red', 'Pin': 'hush-hush'}"));
            assertThat(world.approvals.get(ANN, approval).document().toString())
                    .contains("/Pin", "hidden")
                    .doesNotContain("hush-hush");
        }
    }

    @Nested
    class Waiting {

        private ResourceId id;

        @BeforeEach
        void begin() {
            id = world.id(GIZMO, "one");
        }

        private Operation pending(Outcome outcome) {
            assertThat(outcome).isInstanceOf(Outcome.Pending.class);
            return world.operations
                    .find(((Outcome.Pending) outcome).operation().id())
                    .orElseThrow();
        }

        private String approval() {
            return world.database
                    .read(transaction ->
                            transaction.query("SELECT id FROM approval WHERE state = 'ASKED'", row -> row.text()))
                    .getFirst();
        }

        private OperationState ended(Operation operation) {
            for (int i = 0; i < 100; i++) {
                world.clock.advance(Duration.ofSeconds(5));
                world.operations.runDue();
            }
            return world.operations.find(operation.id()).orElseThrow().state();
        }

        @Test
        void aCreateGoesOnByItselfOnceItIsGranted() {
            require(", 'mode': 'wait'");
            Put put = put(ANN, id, "{'Color': 'red', 'Pin': '1234'}");
            Operation operation = pending(world.resources.put(put));
            assertThat(operation.message()).startsWith("PendingApproval");
            assertThat(world.resources.find(id)).isEmpty();
            assertThat(pending(world.resources.put(put)).id()).isEqualTo(operation.id());
            world.approvals.approve(BEN, approval(), "");
            world.settle();
            assertThat(world.operations.find(operation.id()).orElseThrow().state())
                    .isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.resources.get(id).uid().toString()).isEqualTo(operation.subject());
            assertThat(world.resources.get(id).systemData().createdBy().name()).isEqualTo("ann");
            assertThat(world.gizmos.things).hasSize(1);
            assertThat(world.resources.put(put)).isInstanceOf(Outcome.Done.class);
        }

        @Test
        void anUpdateAndADeletionGoOnByThemselvesAndLockNothingBefore() {
            world.made(id, "{'Color': 'red'}");
            require(", 'mode': 'wait'");
            Operation update = pending(world.resources.put(put(ANN, id, "{'Color': 'blue'}")));
            assertThat(world.resources.get(id).busy()).isFalse();
            world.approvals.approve(BEN, approval(), "");
            assertThat(ended(update)).isInstanceOf(OperationState.Succeeded.class);
            assertThat(new String(world.resources.get(id).properties(), StandardCharsets.UTF_8))
                    .contains("blue");
            Delete delete = new Delete(ANN, id, world.type(GIZMO), ChangeTerms.NONE);
            Operation deletion = pending(world.resources.delete(delete));
            world.approvals.approve(BEN, approval(), "");
            assertThat(ended(deletion)).isInstanceOf(OperationState.Succeeded.class);
            assertThat(world.resources.find(id)).isEmpty();
        }

        @Test
        void aDeniedOneIsCanceled() {
            require(", 'mode': 'wait'");
            Operation operation = pending(world.resources.put(put(ANN, id, "{'Color': 'red'}")));
            world.approvals.deny(BEN, approval(), "no");
            assertThat(ended(operation)).isInstanceOf(OperationState.Canceled.class);
            assertThat(world.resources.find(id)).isEmpty();
        }

        @Test
        void oneThatHasRunOutIsCanceled() {
            require(", 'mode': 'wait', 'expiresAfter': 'PT1M'");
            Operation operation = pending(world.resources.put(put(ANN, id, "{'Color': 'red'}")));
            world.clock.advance(Duration.ofMinutes(1));
            world.approvals.expire();
            assertThat(ended(operation)).isInstanceOf(OperationState.Canceled.class);
        }

        @Test
        void oneThatItsAskerCancelsIsNotApprovedAnyMore() {
            require(", 'mode': 'wait'");
            Operation operation = pending(world.resources.put(put(ANN, id, "{'Color': 'red'}")));
            String approval = approval();
            world.operations.cancel(operation.id());
            assertThat(ended(operation)).isInstanceOf(OperationState.Canceled.class);
            assertThat(state(approval)).isEqualTo(ApprovalState.SUPERSEDED);
        }

        @Test
        void oneWhoseBaseHasMovedFails() {
            world.made(id, "{'Color': 'red'}");
            require(world, "{'field': 'properties.Color', 'equals': 'blue'}", details(", 'mode': 'wait'"));
            Operation operation = pending(world.resources.put(put(ANN, id, "{'Color': 'blue'}")));
            world.put(id, "{'Color': 'green'}");
            world.settleBut(operation.id());
            String approval = approval();
            world.approvals.approve(BEN, approval, "");
            OperationState state = ended(operation);
            assertThat(state).isInstanceOf(OperationState.Failed.class);
            assertThat(((OperationState.Failed) state).failure().code()).isEqualTo(ProblemCode.PLAN_CHANGED);
            assertThat(state(approval)).isEqualTo(ApprovalState.SUPERSEDED);
        }

        @Test
        void whatAHandlerAsksForDoesNotWait() {
            require(", 'mode': 'wait'");
            refused(() -> world.resources.put(put(ANN.by(RequestContext.NONE), id, "{'Color': 'red'}")));
        }
    }
}
