package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who writes guardrails, and what of them is told to whom.
class PolicyAccessTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String ASSIGNMENT = S + "/providers/Microsoft.Authorization/policyAssignments/owners";
    private static final String API = "?api-version=2025-11-01";
    private static final String BODY = """
        {"properties": {"policyDefinitionId":
          "/providers/Microsoft.Authorization/policyDefinitions/871b6d14-10aa-478d-b590-94f262ecfa99",
          "parameters": {"tagName": {"value": "owner"}}}}
        """;

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn contributor;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        contributor = administrator.makes("contributor");
        administrator.gives(contributor.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), S);
    }

    @AfterEach
    void end() {
        plane.close();
    }

    private static Answer thing(SignedIn caller) {
        return caller.put(Plane.THINGS + "/one" + Plane.VERSION, "{\"location\": \"local\", \"properties\": {}}");
    }

    @Test
    void aContributorIsBoundByGuardrailsAndWritesNone() {
        assertThat(contributor.put(ASSIGNMENT + API, BODY).code()).isEqualTo("AuthorizationFailed");
        assertThat(administrator.put(ASSIGNMENT + API, BODY).status()).isEqualTo(201);
        assertThat(thing(contributor).code()).isEqualTo("RequestDisallowedByPolicy");
        assertThat(contributor.send("DELETE", ASSIGNMENT + API, "").code()).isEqualTo("AuthorizationFailed");
        assertThat(contributor
                        .put(
                                S + "/providers/Microsoft.Quota/quotas/resources" + API,
                                "{\"properties\": {\"limit\": {\"value\": 1000}}}")
                        .code())
                .isEqualTo("AuthorizationFailed");
    }

    @Test
    void aPolicyContributorWritesThemAndExempts() {
        SignedIn guard = administrator.makes("guard");
        administrator.gives(
                guard.id(), BuiltInRoles.RESOURCE_POLICY_CONTRIBUTOR.id().toString(), S);
        assertThat(guard.put(ASSIGNMENT + API, BODY).status()).isEqualTo(201);
        assertThat(guard.put(
                                Plane.GROUP + "/providers/Microsoft.Authorization/policyExemptions/legacy" + API,
                                "{\"properties\": {\"policyAssignmentId\": \"%s\", \"exemptionCategory\": \"Waiver\"}}"
                                        .formatted(ASSIGNMENT))
                        .status())
                .isEqualTo(201);
        assertThat(thing(contributor).status()).isIn(201, 202);
        assertThat(thing(guard).code()).isEqualTo("AuthorizationFailed");
    }

    @Test
    void whatWasComparedIsToldToThoseWhoMayReadTheRule() {
        administrator.put(ASSIGNMENT + API, BODY);
        assertThat(thing(contributor).response().body()).contains("evaluatedExpressions");
        SignedIn maker = administrator.makes("maker");
        String role = "0199a1b2-0000-4000-8000-0000000000aa";
        assertThat(administrator
                        .put(S + "/providers/Microsoft.Authorization/roleDefinitions/" + role + API, """
                            {"properties": {"roleName": "Maker", "assignableScopes": ["%s"],
                              "permissions": [{"actions": ["Fairlead.Lab/*"]}]}}
                            """.formatted(S))
                        .status())
                .isEqualTo(201);
        administrator.gives(maker.id(), role, S);
        Answer refused = thing(maker);
        assertThat(refused.code()).isEqualTo("RequestDisallowedByPolicy");
        assertThat(refused.response().body()).contains("policyAssignmentId").doesNotContain("evaluatedExpressions");
    }
}
