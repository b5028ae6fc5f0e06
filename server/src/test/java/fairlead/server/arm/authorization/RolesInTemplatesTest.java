package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Roles that templates give, and who may have them do so.
class RolesInTemplatesTest {

    private static final String DEPLOYMENT = Plane.GROUP + "/providers/Microsoft.Resources/deployments/access";
    private static final String STACK = Plane.GROUP + "/providers/Microsoft.Resources/deploymentStacks/access";
    private static final String V = "?api-version=2024-03-01";
    private static final String ASSIGNMENTS =
            "/providers/Microsoft.Authorization/roleAssignments?api-version=2022-04-01";
    private static final String THING = Plane.THINGS + "/a" + Plane.VERSION;
    private static final String READER = BuiltInRoles.READER.id().toString();
    private static final String OWNER = BuiltInRoles.OWNER.id().toString();
    private static final String ROLE = "0199a1b2-0000-4000-8000-0000000000aa";

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn reader;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(5), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        reader = administrator.makes("reader");
    }

    @AfterEach
    void end() {
        plane.close();
    }

    /// A thing, and a role for it alone.
    private String template(String role) {
        return """
            {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
             "contentVersion": "1.0.0.0",
             "resources": [
               {"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "a", "location": "local",
                "properties": {"Text": "x"}},
               {"type": "Microsoft.Authorization/roleAssignments", "apiVersion": "2022-04-01",
                "name": "[guid(resourceGroup().id, '%1$s')]",
                "scope": "[resourceId('Fairlead.Lab/things', 'a')]",
                "dependsOn": ["[resourceId('Fairlead.Lab/things', 'a')]"],
                "properties": {
                  "roleDefinitionId":
                    "[subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '%1$s')]",
                  "principalId": "%2$s", "principalType": "ServicePrincipal"}}]}\
            """.formatted(role, reader.id());
    }

    private static String deployment(String template) {
        return "{\"properties\": {\"mode\": \"Incremental\", \"template\": " + template + "}}";
    }

    private static String stack(String template) {
        return "{\"properties\": {\"actionOnUnmanage\": {\"resources\": \"delete\"}, \"denySettings\": {\"mode\":"
                + " \"denyWriteAndDelete\"}, \"template\": " + template + "}}";
    }

    private static String ended(SignedIn who, Answer begun) {
        assertThat(begun.status()).as(begun.response().body()).isIn(200, 201, 202);
        String status = "";
        for (int looks = 0; looks < 20 && !status.matches("Succeeded|Failed|Canceled"); looks++) {
            status = who.get(begun.header("Azure-AsyncOperation"))
                    .json()
                    .path("status")
                    .asString();
        }
        return status;
    }

    @Test
    void aTemplateGivesARoleForWhatItMakes() {
        assertThat(ended(administrator, administrator.put(DEPLOYMENT + V, deployment(template(READER)))))
                .isEqualTo("Succeeded");
        assertThat(reader.get(THING).status()).isEqualTo(200);
        assertThat(reader.get(Plane.GROUP + "?api-version=2022-04-01").status()).isEqualTo(403);
        assertThat(ended(administrator, administrator.put(DEPLOYMENT + V, deployment(template(READER)))))
                .isEqualTo("Succeeded");
    }

    @Test
    void whatWouldBeGivenIsToldAndTheSameAgainIsNoChange() {
        String look = DEPLOYMENT + "/whatIf" + V;
        Answer first = administrator.send("POST", look, deployment(template(READER)));
        assertThat(first.json().at("/properties/changes"))
                .as(first.response().body())
                .hasSize(2)
                .allMatch(change -> change.path("changeType").asString().equals("Create"));
        ended(administrator, administrator.put(DEPLOYMENT + V, deployment(template(READER))));
        Answer again = administrator.send("POST", look, deployment(template(READER)));
        assertThat(again.json().at("/properties/changes"))
                .as(again.response().body())
                .isNotEmpty()
                .allMatch(change -> change.path("changeType").asString().equals("NoChange"));
    }

    @Test
    void aRoleOfItsOwnIsMadeToo() {
        String made = """
            {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
             "contentVersion": "1.0.0.0", "resources": [
               {"type": "Microsoft.Authorization/roleDefinitions", "apiVersion": "2022-04-01", "name": "%s",
                "properties": {"roleName": "Thing reader", "permissions": [{"actions": ["Fairlead.Lab/things/read"]}],
                  "assignableScopes": ["[resourceGroup().id]"]}}]}\
            """.formatted(ROLE);
        assertThat(ended(administrator, administrator.put(DEPLOYMENT + V, deployment(made))))
                .isEqualTo("Succeeded");
        assertThat(administrator
                        .get("/providers/Microsoft.Authorization/roleDefinitions/" + ROLE + "?api-version=2022-04-01")
                        .json()
                        .at("/properties/roleName")
                        .asString())
                .isEqualTo("Thing reader");
    }

    @Nested
    class AStackThatGivesARole {

        @Test
        void takesItBack() {
            assertThat(ended(administrator, administrator.put(STACK + V, stack(template(READER)))))
                    .isEqualTo("Succeeded");
            assertThat(reader.get(THING).status()).isEqualTo(200);
            Answer begun = administrator.send("DELETE", STACK + V + "&unmanageAction.Resources=delete", "");
            assertThat(ended(administrator, begun)).isEqualTo("Succeeded");
            assertThat(administrator
                            .get(Plane.THINGS + "/a" + ASSIGNMENTS + "&$filter=atScope()")
                            .response()
                            .body())
                    .doesNotContain(reader.id());
        }
    }

    @Nested
    class ACallerThatMayNotGiveRoles {

        private SignedIn contributor;

        @BeforeEach
        void contributes() {
            contributor = administrator.makes("contributor");
            administrator.gives(contributor.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.SUBSCRIPTION);
        }

        @Test
        void givesNoneByATemplateEither() {
            Answer refused = contributor.put(DEPLOYMENT + V, deployment(template(READER)));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body())
                    .contains("AuthorizationFailed", "Microsoft.Authorization/roleAssignments/write");
            assertThat(contributor.get(THING).status()).isEqualTo(404);
        }

        @Test
        void givesNoneByAStackEither() {
            String open = stack(template(OWNER)).replace("denyWriteAndDelete", "none");
            Answer refused = contributor.put(STACK + V, open);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body()).contains("AuthorizationFailed");
        }

        @Test
        void givesNoneThatIsOnlyKnownLater() {
            String late = template(OWNER)
                    .replace("\"principalId\": \"" + reader.id() + "\"", "\"principalId\": \"[reference('a').Text]\"")
                    .replace("\"Text\": \"x\"", "\"Text\": \"" + contributor.id() + "\"");
            Answer begun = contributor.put(DEPLOYMENT + V, deployment(late));
            assertThat(ended(contributor, begun)).isEqualTo("Failed");
            assertThat(contributor.get(DEPLOYMENT + V).response().body())
                    .contains("AuthorizationFailed", "Microsoft.Authorization/roleAssignments/write");
        }

        @Test
        void givesNoMoreThanItHasEvenIfItMayGive() {
            administrator.gives(
                    contributor.id(), BuiltInRoles.RBAC_ADMINISTRATOR.id().toString(), Plane.GROUP);
            Answer refused = contributor.put(DEPLOYMENT + V, deployment(template(OWNER)));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body()).contains("AuthorizationFailed");
        }
    }
}
