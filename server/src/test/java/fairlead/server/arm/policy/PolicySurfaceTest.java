package fairlead.server.arm.policy;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Guardrails as callers write them and meet them.
class PolicySurfaceTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String POLICIES = "/providers/Microsoft.Authorization/";
    private static final String API = "?api-version=2025-11-01";
    private static final String REQUIRE_TAG = POLICIES + "policyDefinitions/871b6d14-10aa-478d-b590-94f262ecfa99";
    private static final String ASSIGNMENT = S + POLICIES + "policyAssignments/owners";
    private static final String INSIGHTS = S + "/providers/Microsoft.PolicyInsights/policyStates/latest/";

    @TempDir
    private Path folder;

    private Plane plane;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(5));
    }

    @AfterEach
    void end() {
        plane.close();
    }

    private Answer assign(String mode) {
        return plane.put(ASSIGNMENT + API, """
            {"properties": {"displayName": "Owners", "policyDefinitionId": "%s", "enforcementMode": "%s",
              "parameters": {"tagName": {"value": "owner"}}}}
            """.formatted(REQUIRE_TAG, mode));
    }

    private Answer thing(String name, String tags) {
        return plane.put(Plane.THINGS + "/" + name + Plane.VERSION, """
            {"location": "local", "tags": %s, "properties": {"Size": 1}}
            """.formatted(tags));
    }

    @Nested
    class Refusals {

        @Test
        void sayWhichRuleAndWhatItHasCompared() {
            assertThat(assign("Default").status()).isEqualTo(201);
            Answer refused = thing("one", "{}");
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.code()).isEqualTo("RequestDisallowedByPolicy");
            assertThat(refused.json().at("/error/target").asString()).isEqualTo("one");
            assertThat(refused.json().at("/error/message").asString()).contains(ASSIGNMENT, REQUIRE_TAG);
            var info = refused.json().at("/error/additionalInfo/0");
            assertThat(info.path("type").asString()).isEqualTo("PolicyViolation");
            assertThat(info.at("/info/policyAssignmentDisplayName").asString()).isEqualTo("Owners");
            assertThat(info.at("/info/evaluationDetails/evaluatedExpressions/0/expression")
                            .asString())
                    .isEqualTo("tags[owner]");
            assertThat(thing("one", "{\"owner\": \"ann\"}").status()).isEqualTo(201);
        }

        @Test
        void areToldByWhatIfAsByTheRequest() {
            assign("Default");
            Answer told = plane.send("POST", Plane.THINGS + "/one/whatIf" + Plane.VERSION, """
                {"location": "local", "properties": {"Size": 1}}
                """);
            assertThat(told.response().body()).contains("RequestDisallowedByPolicy", ASSIGNMENT);
        }

        @Test
        void areInTheAuditTrail() {
            assign("Default");
            thing("one", "{}");
            plane.close();
            plane = Plane.start(folder, Duration.ofSeconds(5));
            assertThat(plane.get("/fairlead/audit?resource=" + Plane.THINGS + "/one")
                            .response()
                            .body())
                    .contains("Refused", "RequestDisallowedByPolicy");
        }

        @Test
        void areNoneWhereARuleIsNotEnforcedButTheAnswerWarns() {
            assign("DoNotEnforce");
            Answer made = thing("one", "{}");
            assertThat(made.status()).isEqualTo(201);
            assertThat(made.header("x-fairlead-policy-warning")).contains(ASSIGNMENT);
            assertThat(thing("two", "{\"owner\": \"ann\"}").header("x-fairlead-policy-warning"))
                    .isEmpty();
            assign("Default");
            assertThat(thing("three", "{}").status()).isEqualTo(403);
        }
    }

    @Nested
    class Definitions {

        @Test
        void thatAreNotUnderstoodAreRefusedWithTheirPlace() {
            Answer refused = plane.put(S + POLICIES + "policyDefinitions/own" + API, """
                {"properties": {"mode": "All", "policyRule": {
                  "if": {"allOf": [{"field": "name", "sounds": "like"}]}, "then": {"effect": "deny"}}}}
                """);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.code()).isEqualTo("InvalidPolicyRule");
            assertThat(refused.json().at("/error/target").asString())
                    .isEqualTo("/properties/policyRule/if/allOf/0/sounds");
        }

        @Test
        void areListedWithThoseThatShip() {
            plane.put(S + POLICIES + "policyDefinitions/own" + API, """
                {"properties": {"mode": "All", "displayName": "Own", "policyRule": {
                  "if": {"field": "name", "like": "tmp*"}, "then": {"effect": "audit"}}}}
                """);
            Answer all = plane.get(S + POLICIES + "policyDefinitions" + API);
            assertThat(all.json().path("value").size()).isEqualTo(13);
            Answer custom = plane.get(S + POLICIES + "policyDefinitions" + API + "&$filter=policyType%20eq%20'Custom'");
            assertThat(custom.json().at("/value/0/name").asString()).isEqualTo("own");
            assertThat(plane.get(REQUIRE_TAG + API)
                            .json()
                            .at("/properties/policyType")
                            .asString())
                    .isEqualTo("BuiltIn");
            assertThat(plane.get(POLICIES + "policyDefinitions/none" + API).code())
                    .isEqualTo("PolicyDefinitionNotFound");
            assertThat(plane.send("DELETE", REQUIRE_TAG + API, "").code()).isEqualTo("PolicyIsBuiltIn");
        }

        @Test
        void areOfASubscriptionAlone() {
            assertThat(plane.put(
                                    Plane.GROUP + POLICIES + "policyDefinitions/own" + API,
                                    "{\"properties\": {\"policyRule\": {\"if\": {\"field\": \"name\", \"exists\":"
                                            + " true}, \"then\": {\"effect\": \"audit\"}}}}")
                            .code())
                    .isEqualTo("NotFound");
        }
    }

    @Nested
    class Assignments {

        @Test
        void areListedAtTheirScopeAndAround() {
            assign("Default");
            assertThat(plane.get(S + POLICIES + "policyAssignments" + API + "&$filter=atExactScope()")
                            .json()
                            .path("value")
                            .size())
                    .isEqualTo(1);
            assertThat(plane.get(Plane.GROUP + POLICIES + "policyAssignments" + API + "&$filter=atExactScope()")
                            .json()
                            .path("value")
                            .size())
                    .isZero();
            assertThat(plane.get(Plane.GROUP + POLICIES + "policyAssignments" + API + "&$filter=atScope()")
                            .json()
                            .path("value")
                            .size())
                    .isEqualTo(1);
            assertThat(plane.send("DELETE", ASSIGNMENT + API, "").status()).isEqualTo(200);
            assertThat(plane.send("DELETE", ASSIGNMENT + API, "").status()).isEqualTo(204);
        }

        @Test
        void withoutTheirParametersAreRefused() {
            Answer refused = plane.put(
                    ASSIGNMENT + API, "{\"properties\": {\"policyDefinitionId\": \"%s\"}}".formatted(REQUIRE_TAG));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.json().at("/error/message").asString()).contains("'tagName' has no value");
        }

        @Test
        void withWhatIsNotSupportedAreRefused() {
            Answer refused = plane.put(ASSIGNMENT + API, """
                {"properties": {"policyDefinitionId": "%s", "resourceSelectors": [{"name": "x"}],
                  "parameters": {"tagName": {"value": "owner"}}}}
                """.formatted(REQUIRE_TAG));
            assertThat(refused.json().at("/error/target").asString()).isEqualTo("/properties/resourceSelectors");
        }
    }

    @Nested
    class States {

        @Test
        void areQueriedAndSummarized() {
            thing("old", "{}");
            assign("DoNotEnforce");
            thing("new", "{}");
            thing("good", "{\"owner\": \"ann\"}");
            String version = "?api-version=2019-10-01";
            Answer scan = plane.send("POST", INSIGHTS + "triggerEvaluation" + version, "");
            assertThat(scan.status()).isEqualTo(202);
            Answer scanned = scan;
            while (scanned.status() == 202) {
                scanned = plane.get(scan.header("Location").replaceFirst("^http://[^/]*", ""));
            }
            Answer against = plane.send(
                    "POST", INSIGHTS + "queryResults" + version + "&$filter=complianceState%20eq%20'NonCompliant'", "");
            assertThat(against.json().path("@odata.count").asInt()).isEqualTo(2);
            Answer summary = plane.send("POST", INSIGHTS + "summarize" + version, "");
            assertThat(summary.json()
                            .at("/value/0/results/nonCompliantResources")
                            .asInt())
                    .isEqualTo(2);
            Answer ofAssignment = plane.send(
                    "POST",
                    ASSIGNMENT.toLowerCase(Locale.ROOT)
                            + "/providers/Microsoft.PolicyInsights/policyStates/latest/queryResults" + version,
                    "");
            assertThat(ofAssignment.json().path("@odata.count").asInt()).isEqualTo(3);
            Answer events = plane.send(
                    "POST", S + "/providers/Microsoft.PolicyInsights/policyEvents/default/queryResults" + version, "");
            assertThat(events.json().path("@odata.count").asInt()).isEqualTo(1);
        }
    }
}
