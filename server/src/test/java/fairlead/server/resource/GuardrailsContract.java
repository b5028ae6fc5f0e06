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
import fairlead.server.access.policy.Compliance;
import fairlead.server.access.policy.Guardrails;
import fairlead.server.access.policy.Judgement;
import fairlead.server.access.policy.Policies;
import fairlead.server.access.policy.PolicyKind;
import fairlead.server.access.policy.Sweeps;
import fairlead.server.database.Database;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.change.OperationProblems;
import fairlead.server.resource.change.Outcome;
import fairlead.server.resource.document.Documents;
import fairlead.server.resource.imports.ImportRequest;
import fairlead.server.resource.move.MoveRequest;
import fairlead.server.resource.policy.ComplianceSweep;
import fairlead.server.resource.policy.TypeAliases;
import fairlead.server.resource.record.ResourceId;
import fairlead.server.secret.Vault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/// Guardrails at changes of resources, on every database.
abstract class GuardrailsContract {

    private static final AccessScope WHOLE = AccessScope.subscription(SUBSCRIPTION);
    private static final AccessScope GROUP = AccessScope.group(SUBSCRIPTION, "group");
    private static final String BUILT_IN = "/providers/Microsoft.Authorization/policyDefinitions/";
    private static final String REQUIRE_TAG = BUILT_IN + "871b6d14-10aa-478d-b590-94f262ecfa99";
    private static final String INHERIT_TAG = BUILT_IN + "cd3aa116-8754-49c9-a813-ad46512ece54";
    private static final String NO_DELETION = BUILT_IN + "78460a36-508a-49a4-b2b2-2f5ec564f4bb";

    private World world;
    private Policies policies;
    private ComplianceSweep sweep;
    private Compliance compliance;

    abstract Database open();

    @BeforeEach
    void begin() {
        world = new World(open(), "node-1", Vault.newKeyset());
        policies = new Policies(
                world.policies, Authorizer.open(), new AuditTrail(), new TypeAliases(world.types), world.clock);
        Sweeps sweeps = new Sweeps(world.database, world.policies, world.clock);
        Guardrails guardrails = new Guardrails(world.policies, Authorizer.open(), _ -> {}, world.clock);
        sweep = new ComplianceSweep(world.database, world.types, world.guard, guardrails, sweeps);
        compliance = new Compliance(world.database, world.policies);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void assign(AccessScope scope, String name, String definition, String parameters) {
        assign(scope, name, definition, parameters, "Default");
    }

    private void assign(AccessScope scope, String name, String definition, String parameters, String mode) {
        ObjectNode properties = json("{}");
        properties.put("policyDefinitionId", definition).put("enforcementMode", mode);
        properties.set("parameters", json(parameters));
        policies.put(DEVELOPER, PolicyKind.ASSIGNMENT, scope, name, properties);
    }

    private void requireTag() {
        assign(WHOLE, "tags", REQUIRE_TAG, "{'tagName': {'value': 'owner'}}");
    }

    private String define(String rule) {
        ObjectNode properties = json("{'mode': 'All'}");
        properties.set("policyRule", json(rule));
        return policies.put(DEVELOPER, PolicyKind.DEFINITION, WHOLE, "own", properties)
                .object()
                .id();
    }

    private void sweep() {
        while (sweep.goOn()) {
            // On to the next ones.
        }
    }

    private List<String> states() {
        return compliance.states(new Compliance.Question(WHOLE, _ -> true), "", 100).states().stream()
                .map(state -> state.path("resourceId").asString().replaceAll(".*/", "") + " "
                        + state.path("complianceState").asString())
                .toList();
    }

    private Problem refused(Runnable request) {
        Problem problem = problem(request);
        assertThat(problem.code()).isEqualTo(ProblemCode.REQUEST_DISALLOWED_BY_POLICY);
        return problem;
    }

    @Nested
    class Refusals {

        @Test
        void areOfCreatesAndSayWhichAssignmentAndDefinition() {
            requireTag();
            ResourceId id = world.id(SHELF, "s1");
            Problem problem = refused(() -> world.put(id, "{'Text': 'a'}"));
            assertThat(problem.message())
                    .contains(WHOLE + "/providers/Microsoft.Authorization/policyAssignments/tags", REQUIRE_TAG);
            assertThat(problem.target()).contains("s1");
            assertThat(world.resources.find(id)).isEmpty();
            assertThat(world.refusals)
                    .singleElement()
                    .satisfies(refusal -> assertThat(refusal.path()).isEqualTo(id.toString()));
        }

        @Test
        void areOfChangesOfWhatIsThereAlready() {
            ResourceId id = world.id(SHELF, "s1");
            world.made(id, "{'Text': 'a'}");
            requireTag();
            refused(() -> world.put(id, "{'Text': 'b'}"));
            refused(() -> world.patch(id, "{'Text': 'b'}"));
            refused(() -> world.put(id, "{'Text': 'a'}"));
        }

        @Test
        void areOfTagsAlone() {
            ResourceId id = world.id(SHELF, "s1");
            world.made(id, "{'Text': 'a'}");
            world.tagging.change(DEVELOPER, new Tagging.Place.OfResource(id), _ -> json("{'owner': 'ann'}"));
            requireTag();
            refused(() -> world.tagging.change(DEVELOPER, new Tagging.Place.OfResource(id), _ -> json("{}")));
        }

        @Test
        void areOfDeletions() {
            ResourceId id = world.id(SHELF, "s1");
            world.made(id, "{'Text': 'a'}");
            assign(
                    WHOLE,
                    "keep",
                    NO_DELETION,
                    "{'listOfResourceTypesDisallowedForDeletion': {'value': ['" + id.type() + "']}}");
            refused(() -> world.delete(id));
            Operation ended = world.deleteGroup();
            assertThat(ended.state()).isInstanceOf(OperationState.Failed.class);
            assertThat(world.resources.find(id)).isPresent();
        }

        @Test
        void areOfMovesByTheRulesOfTheTarget() {
            world.scopes.putGroup(DEVELOPER, SUBSCRIPTION, "second", "local", json("{}"));
            ResourceId id = world.id(SHELF, "s1");
            world.made(id, "{'Text': 'a'}");
            assign(AccessScope.group(SUBSCRIPTION, "second"), "tags", REQUIRE_TAG, "{'tagName': {'value': 'owner'}}");
            refused(() -> world.moves.begin(new MoveRequest(
                    DEVELOPER,
                    new MoveRequest.Place(SUBSCRIPTION, "group"),
                    new MoveRequest.Place(SUBSCRIPTION, "second"),
                    List.of(id))));
        }

        @Test
        void areOfImports() {
            requireTag();
            world.parts.things.put("/wild", json("{'Name': 'wild', 'Text': 'a'}"));
            Problem problem = problem(() -> {
                Operation begun = world.imports.begin(new ImportRequest(
                        DEVELOPER,
                        world.type(SHELF),
                        new MoveRequest.Place(SUBSCRIPTION, "group"),
                        "local",
                        List.of(new ImportRequest.Item("wild", Optional.empty()))));
                world.settle();
                OperationState state =
                        world.operations.find(begun.id()).orElseThrow().state();
                throw new ProblemException(OperationProblems.of(((OperationState.Failed) state).failure()));
            });
            assertThat(problem.code()).isEqualTo(ProblemCode.REQUEST_DISALLOWED_BY_POLICY);
            assertThat(world.resources.find(world.id(SHELF, "wild"))).isEmpty();
        }

        @Test
        void haveTheWordsOfTheAssignment() {
            ObjectNode properties = json("{'nonComplianceMessages': [{'message': 'Say who owns it.'}]}");
            properties.put("policyDefinitionId", REQUIRE_TAG);
            properties.set("parameters", json("{'tagName': {'value': 'owner'}}"));
            policies.put(DEVELOPER, PolicyKind.ASSIGNMENT, WHOLE, "tags", properties);
            assertThat(refused(() -> world.put(world.id(SHELF, "s1"), "{'Text': 'a'}"))
                            .message())
                    .contains("Say who owns it.");
        }

        @Test
        void countFromTheTransactionOfTheRuleOn() {
            ResourceId id = world.id(SHELF, "s1");
            world.meanwhile = () -> {};
            refused(() -> {
                requireTag();
                world.put(id, "{'Text': 'a'}");
            });
            policies.delete(DEVELOPER, PolicyKind.ASSIGNMENT, WHOLE, "tags");
            assertThat(world.put(id, "{'Text': 'a'}")).isInstanceOf(Outcome.class);
        }
    }

    @Nested
    class WhatWasPlannedBeforeARule {

        private Judgement planned() {
            return world.guard.settled(DEVELOPER, world.made(world.id(SHELF, "s1"), "{'Text': 'a'}"));
        }

        @Test
        void isRefusedInItsTransaction() {
            Judgement judgement = planned();
            requireTag();
            refused(() -> world.database.write(judgement::holds));
        }

        @Test
        void isPlannedAgainIfTheRuleWouldChangeIt() {
            Judgement judgement = planned();
            assertThat(world.database.write(judgement::holds)).isTrue();
            String definition = define("""
                {'if': {'field': 'tags.a', 'exists': false}, 'then': {'effect': 'modify', 'details': {
                  'operations': [{'operation': 'add', 'field': 'tags.a', 'value': 'one'}]}}}
                """);
            assertThat(world.database.write(judgement::holds)).isTrue();
            assign(WHOLE, "first", definition, "{}");
            assertThat(world.database.write(judgement::holds)).isFalse();
        }
    }

    @Nested
    class WhereNothingIsRefused {

        @Test
        void outsideOfTheScopeAndInWhatIsLeftOut() {
            assign(AccessScope.group(SUBSCRIPTION, "other"), "tags", REQUIRE_TAG, "{'tagName': {'value': 'owner'}}");
            world.put(world.id(SHELF, "s1"), "{'Text': 'a'}");
            ObjectNode properties = json("{}");
            properties.put("policyDefinitionId", REQUIRE_TAG);
            properties.set("parameters", json("{'tagName': {'value': 'owner'}}"));
            properties.putArray("notScopes").add(GROUP.toString());
            policies.put(DEVELOPER, PolicyKind.ASSIGNMENT, WHOLE, "rest", properties);
            world.put(world.id(SHELF, "s2"), "{'Text': 'a'}");
        }

        @Test
        void whatIsNotEnforcedIsNoted() {
            assign(WHOLE, "tags", REQUIRE_TAG, "{'tagName': {'value': 'owner'}}", "DoNotEnforce");
            world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
            assertThat(states()).containsExactly("s1 NonCompliant");
        }

        @Test
        void anExemptionHoldsUntilItEnds() {
            requireTag();
            ObjectNode exemption = json("{'exemptionCategory': 'Waiver'}");
            exemption.put("policyAssignmentId", WHOLE + "/providers/Microsoft.Authorization/policyAssignments/tags");
            exemption.put(
                    "expiresOn", world.clock.instant().plus(Duration.ofHours(1)).toString());
            policies.put(DEVELOPER, PolicyKind.EXEMPTION, GROUP, "legacy", exemption);
            world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
            assertThat(states()).containsExactly("s1 Exempt");
            sweep();
            world.clock.advance(Duration.ofHours(2));
            refused(() -> world.put(world.id(SHELF, "s2"), "{'Text': 'a'}"));
            sweep();
            assertThat(states()).containsExactly("s1 NonCompliant");
        }
    }

    @Nested
    class Amendments {

        @Test
        void inheritATagAndASecondPutChangesNothing() {
            world.scopes.tagGroup(
                    DEVELOPER,
                    SUBSCRIPTION,
                    "group",
                    _ -> json("{'team': 'blue'}"),
                    fairlead.server.scope.Scopes.Demand.NONE);
            assign(WHOLE, "team", INHERIT_TAG, "{'tagName': {'value': 'team'}}");
            ResourceId id = world.id(SHELF, "s1");
            var made = world.made(id, "{'Text': 'a'}");
            assertThat(Documents.object(made.tags())).isEqualTo(json("{'team': 'blue'}"));
            assertThat(world.put(id, "{'Text': 'a'}")).isInstanceOf(Outcome.Done.class);
            assertThat(world.resources.get(id).version()).isEqualTo(made.version());
            world.tagging.change(DEVELOPER, new Tagging.Place.OfResource(id), _ -> json("{'team': 'red'}"));
            assertThat(world.resources.get(id).version()).isEqualTo(made.version());
        }

        @Test
        void setPropertiesAndASecondPutChangesNothing() {
            String definition = define("""
                {'if': {'field': 'type', 'equals': 'Test.Shop/gizmos'}, 'then': {'effect': 'modify', 'details': {
                  'operations': [{'operation': 'addOrReplace', 'field': 'properties.Color', 'value': 'blue'}]}}}
                """);
            assign(WHOLE, "color", definition, "{}");
            ResourceId id = world.id(GIZMO, "one");
            var made = world.made(id, "{'Color': 'red'}");
            assertThat(world.properties(id).path("Color").asString()).isEqualTo("blue");
            assertThat(world.put(id, "{'Color': 'red'}")).isInstanceOf(Outcome.Done.class);
            assertThat(world.resources.get(id).version()).isEqualTo(made.version());
        }

        @Test
        void thatContradictEachOtherRefuse() {
            String first = define("""
                {'if': {'field': 'tags.a', 'exists': false}, 'then': {'effect': 'modify', 'details': {
                  'operations': [{'operation': 'add', 'field': 'tags.a', 'value': 'one'}]}}}
                """);
            assign(WHOLE, "first", first, "{}");
            ObjectNode other = json("{'mode': 'All'}");
            other.set("policyRule", json("""
                {'if': {'field': 'tags.a', 'exists': false}, 'then': {'effect': 'append', 'details': [
                  {'field': 'tags.a', 'value': 'two'}]}}
                """));
            String second = policies.put(DEVELOPER, PolicyKind.DEFINITION, WHOLE, "other", other)
                    .object()
                    .id();
            assign(WHOLE, "second", second, "{}");
            refused(() -> world.put(world.id(SHELF, "s1"), "{'Text': 'a'}"));
        }
    }

    @Nested
    class States {

        @Test
        void areWrittenByChangesAndBySweepsAfterRulesHaveChanged() {
            world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
            assign(WHOLE, "tags", REQUIRE_TAG, "{'tagName': {'value': 'owner'}}", "DoNotEnforce");
            assertThat(states()).isEmpty();
            sweep();
            assertThat(states()).containsExactly("s1 NonCompliant");
            world.tagging.change(
                    DEVELOPER, new Tagging.Place.OfResource(world.id(SHELF, "s1")), _ -> json("{'owner': 'ann'}"));
            assertThat(states()).containsExactly("s1 Compliant");
            world.delete(world.id(SHELF, "s1"));
            world.settle();
            assertThat(states()).isEmpty();
        }

        @Test
        void ofOneResourceAreThoseOfAllRules() {
            assign(WHOLE, "tags", REQUIRE_TAG, "{'tagName': {'value': 'owner'}}", "DoNotEnforce");
            assign(GROUP, "more", REQUIRE_TAG, "{'tagName': {'value': 'team'}}", "DoNotEnforce");
            world.made(world.id(SHELF, "s1"), "{'Text': 'a'}");
            var summary = compliance.summary(new Compliance.Question(WHOLE, _ -> true), "");
            assertThat(summary.at("/results/nonCompliantResources").asInt()).isEqualTo(1);
            assertThat(summary.at("/results/nonCompliantPolicies").asInt()).isEqualTo(2);
            assertThat(summary.at("/policyAssignments").size()).isEqualTo(2);
        }
    }

    @Nested
    class Rules {

        @Test
        void thatAreInForceFitTheirAssignments() {
            String definition = define("{'if': {'field': 'name', 'equals': 'a'}, 'then': {'effect': 'deny'}}");
            assign(WHOLE, "own", definition, "{}");
            ObjectNode other = json("{'mode': 'All', 'parameters': {'x': {'type': 'String'}}}");
            other.set("policyRule", json("""
                {'if': {'field': 'name', 'equals': 'a'}, 'then': {'effect': 'deny'}}
                """));
            Problem problem = problem(() -> policies.put(DEVELOPER, PolicyKind.DEFINITION, WHOLE, "own", other));
            assertThat(problem.message()).contains("'x' has no value");
            assertThat(problem(() -> policies.delete(DEVELOPER, PolicyKind.DEFINITION, WHOLE, "own"))
                            .code())
                    .isEqualTo(ProblemCode.POLICY_IS_IN_USE);
        }

        @Test
        void nameOnlyPropertiesThatTypesHave() {
            assertThat(problem(() -> define("""
                {'if': {'field': 'Test.Shop/gizmos/weight', 'equals': 'a'}, 'then': {'effect': 'deny'}}
                """)).message()).contains("has no property 'weight'");
        }

        @Test
        void ofASetGetItsParameters() {
            ObjectNode set = json("""
                {'parameters': {'tag': {'type': 'String'}}, 'policyDefinitions': [
                  {'policyDefinitionId': '%s', 'policyDefinitionReferenceId': 'owner',
                   'parameters': {'tagName': {'value': '[parameters(~tag~)]'}}},
                  {'policyDefinitionId': '%s', 'parameters': {'tagName': {'value': 'team'}}}]}
                """.formatted(REQUIRE_TAG, REQUIRE_TAG));
            set = (ObjectNode) Documents.JSON.readTree(set.toString().replace('~', '\''));
            String id = policies.put(DEVELOPER, PolicyKind.SET, WHOLE, "all", set)
                    .object()
                    .id();
            assign(WHOLE, "all", id, "{'tag': {'value': 'owner'}}");
            Problem problem = refused(() -> world.put(world.id(SHELF, "s1"), "{'Text': 'a'}"));
            assertThat(((Problem.Disallowed) problem).violations()).hasSize(2);
        }
    }
}
