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

/// What a deployment stack forbids to others, and to whom it does not.
class DenySettingsTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String STACK = Plane.GROUP + "/providers/Microsoft.Resources/deploymentStacks/shop";
    private static final String SHOP = STACK + "?api-version=2024-03-01";
    private static final String THING = Plane.THINGS + "/a" + Plane.VERSION;
    private static final String DENIALS = "/providers/Microsoft.Authorization/denyAssignments?api-version=2022-04-01";

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn contributor;

    @BeforeEach
    void begin() {
        plane = Plane.start(folder, Duration.ofSeconds(5), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        contributor = administrator.makes("contributor");
        administrator.gives(contributor.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), S);
    }

    @AfterEach
    void end() {
        plane.close();
    }

    private static String thing(String text) {
        return "{\"location\": \"local\", \"properties\": {\"Text\": \"" + text + "\"}}";
    }

    private static String body(String text, String deny) {
        return """
            {"properties": {"actionOnUnmanage": {"resources": "delete"}, "denySettings": %s, "template": {
              "$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
              "contentVersion": "1.0.0.0",
              "resources": [{"type": "Fairlead.Lab/things", "apiVersion": "2026-11-01", "name": "a",
                "location": "local", "properties": {"Text": "%s"}}]}}}\
            """.formatted(deny, text);
    }

    private static String mode(String word) {
        return "{\"mode\": \"" + word + "\"}";
    }

    private void puts(SignedIn who, String text, String deny) {
        Answer begun = who.put(SHOP, body(text, deny));
        assertThat(begun.status()).as(begun.response().body()).isIn(200, 201);
        ended(who, begun);
        Answer shown = who.get(SHOP);
        assertThat(shown.json().at("/properties/provisioningState").asString())
                .as(shown.response().body())
                .isEqualTo("succeeded");
    }

    private static void ended(SignedIn who, Answer begun) {
        String status = begun.header("Azure-AsyncOperation");
        for (int looks = 0; looks < 20; looks++) {
            if (!who.get(status).json().path("status").asString().matches("[a-z].*")) {
                return;
            }
        }
    }

    private void refused(Answer answer) {
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("DenyAssignmentAuthorizationFailed");
        assertThat(answer.response().body()).contains("created by Deployment Stack", STACK);
    }

    @Nested
    class OfTheModeDenyDelete {

        @Test
        void forbidToDeleteAndNotToChange() {
            puts(administrator, "x", mode("denyDelete"));
            refused(contributor.send("DELETE", THING, ""));
            refused(administrator.send("DELETE", THING, ""));
            assertThat(contributor.put(THING, thing("y")).status()).isEqualTo(200);
        }

        @Test
        void forbidToDeleteTheGroupAroundIt() {
            puts(administrator, "x", mode("denyDelete"));
            refused(administrator.send("DELETE", Plane.GROUP + "?api-version=2022-04-01", ""));
        }
    }

    @Nested
    class OfTheModeDenyWriteAndDelete {

        @Test
        void forbidToChangeAndToDelete() {
            puts(administrator, "x", mode("denyWriteAndDelete"));
            refused(contributor.put(THING, thing("y")));
            refused(contributor.send("PATCH", THING, "{\"properties\": {\"Text\": \"y\"}}"));
            refused(contributor.send("DELETE", THING, ""));
            assertThat(contributor.get(THING).json().at("/properties/Text").asString())
                    .isEqualTo("x");
        }

        @Test
        void forbidItToDeploymentsToo() {
            puts(administrator, "x", mode("denyWriteAndDelete"));
            String deployment = Plane.GROUP + "/providers/Microsoft.Resources/deployments/d?api-version=2022-09-01";
            Answer refused = administrator.put(deployment, body("y", mode("none")));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body()).contains("DenyAssignmentAuthorizationFailed");
        }

        @Test
        void doNotApplyToTheStackItself() {
            puts(administrator, "x", mode("denyWriteAndDelete"));
            puts(administrator, "y", mode("denyWriteAndDelete"));
            assertThat(administrator.get(THING).json().at("/properties/Text").asString())
                    .isEqualTo("y");
            Answer begun = administrator.send("DELETE", SHOP + "&unmanageAction.Resources=delete", "");
            assertThat(begun.status()).isEqualTo(202);
            ended(administrator, begun);
            assertThat(administrator.get(THING).status()).isEqualTo(404);
            assertThat(administrator.get(S + DENIALS).json().path("value")).isEmpty();
        }

        @Test
        void endWhenTheStackSaysSo() {
            puts(administrator, "x", mode("denyWriteAndDelete"));
            puts(administrator, "x", mode("none"));
            assertThat(contributor.put(THING, thing("y")).status()).isEqualTo(200);
        }
    }

    @Nested
    class WithExceptions {

        @Test
        void doNotApplyToThosePrincipals() {
            puts(
                    administrator,
                    "x",
                    "{\"mode\": \"denyWriteAndDelete\", \"excludedPrincipals\": [\"" + contributor.id() + "\"]}");
            assertThat(contributor.put(THING, thing("y")).status()).isEqualTo(200);
            refused(administrator.put(THING, thing("z")));
        }

        @Test
        void doNotApplyToThoseActions() {
            puts(
                    administrator,
                    "x",
                    "{\"mode\": \"denyWriteAndDelete\", \"excludedActions\": [\"Fairlead.Lab/things/write\"]}");
            assertThat(contributor.put(THING, thing("y")).status()).isEqualTo(200);
            refused(contributor.send("DELETE", THING, ""));
        }
    }

    @Nested
    class AsDenyAssignments {

        @Test
        void areShownAndNobodyElseChangesThem() {
            puts(administrator, "x", mode("denyDelete"));
            Answer list = administrator.get(S + DENIALS);
            assertThat(list.json().at("/value/0/properties/scope").asString()).isEqualTo(Plane.THINGS + "/a");
            assertThat(list.json().at("/value/0/properties/isSystemProtected").asBoolean())
                    .isTrue();
            assertThat(list.json().at("/value/0/properties/denyAssignmentName").asString())
                    .contains(STACK);
            String own = list.json().at("/value/0/id").asString() + "?api-version=2022-04-01";
            refused(administrator.send("DELETE", own, ""));
            String other = "{\"properties\": " + list.json().at("/value/0/properties") + "}";
            assertThat(administrator.put(own, other).code()).isEqualTo("DenyAssignmentIsProtected");
        }
    }

    @Test
    void needARightOfTheirOwn() {
        Answer refused = contributor.put(SHOP, body("x", mode("denyDelete")));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.response().body()).contains("Microsoft.Resources/deploymentStacks/manageDenySetting/action");
        puts(administrator, "x", mode("denyDelete"));
        assertThat(contributor.put(SHOP, body("x", mode("none"))).status()).isEqualTo(403);
        assertThat(contributor.send("DELETE", SHOP, "").status()).isEqualTo(403);
    }

    @Test
    void giveNoRightThatTheCallerDoesNotHave() {
        SignedIn stacker = administrator.makes("stacker");
        administrator.gives(stacker.id(), BuiltInRoles.READER.id().toString(), S);
        Answer refused = stacker.put(SHOP, body("x", mode("none")));
        assertThat(refused.status()).isEqualTo(403);
    }
}
