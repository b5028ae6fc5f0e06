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

/// A change that is allowed as a whole touches other things: those that are deleted with a group, and those that a
/// resource refers to.
class PartsOfChangesTest {

    private static final String S = Plane.SUBSCRIPTION;
    private static final String OTHER = S + "/resourceGroups/other";
    private static final String THEIRS = OTHER + "/providers/Fairlead.Lab/things/theirs";
    private static final String API = "?api-version=2022-04-01";
    private static final String ALL = "00000000-0000-0000-0000-000000000000";

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
        assertThat(administrator.put(OTHER + API, "{\"location\": \"local\"}").status())
                .isEqualTo(201);
        assertThat(administrator.put(THEIRS + Plane.VERSION, thing("x")).status())
                .isEqualTo(201);
    }

    @AfterEach
    void end() {
        plane.close();
    }

    private static String thing(String text) {
        return "{\"location\": \"local\", \"properties\": {\"Text\": \"" + text + "\"}}";
    }

    private void denies(String scope, String action) {
        assertThat(administrator
                        .put(
                                scope + "/providers/Microsoft.Authorization/denyAssignments/"
                                        + "0199a1b2-0000-4000-8000-0000000000dd?api-version=2024-07-01-preview",
                                """
                                {"properties": {"denyAssignmentName": "kept", "permissions": [{"actions": ["%s"]}],
                                  "principals": [{"id": "%s", "type": "SystemDefined"}]}}
                                """.formatted(action, ALL))
                        .status())
                .isEqualTo(201);
    }

    private void contributes(String scope) {
        administrator.gives(contributor.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), scope);
    }

    @Test
    void aGroupWithSomethingThatMayNotBeDeletedIsNotDeletedInPart() {
        contributes(S);
        assertThat(contributor
                        .put(OTHER + "/providers/Fairlead.Lab/things/mine" + Plane.VERSION, thing("y"))
                        .status())
                .isEqualTo(201);
        denies(THEIRS, "Fairlead.Lab/things/delete");
        Answer refused = contributor.send("DELETE", OTHER + API, "");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("DenyAssignmentAuthorizationFailed");
        assertThat(refused.response().body()).contains("'" + THEIRS + "'", "'kept'");
        assertThat(contributor
                        .get(OTHER + "/providers/Fairlead.Lab/things/mine" + Plane.VERSION)
                        .status())
                .isEqualTo(200);
        assertThat(contributor
                        .get(OTHER + API)
                        .json()
                        .at("/properties/provisioningState")
                        .asString())
                .isEqualTo("Succeeded");
    }

    @Test
    void aSubscriptionWithSomethingThatMayNotBeDeletedIsNotDeleted() {
        denies(THEIRS, "*/delete");
        Answer refused = administrator.put(S + "?api-version=2.0", "{\"state\": \"Deleted\"}");
        assertThat(refused.code()).isEqualTo("DenyAssignmentAuthorizationFailed");
        assertThat(administrator.get(S + API).json().path("state").asString()).isEqualTo("Enabled");
    }

    @Test
    void aGroupIsDeletedByItsContributorWhereNothingIsDenied() {
        contributes(OTHER);
        assertThat(contributor.send("DELETE", OTHER + API, "").status()).isIn(200, 202);
    }

    @Test
    void whatAResourceRefersToHasToBeReadableToItsAuthor() {
        contributes(Plane.GROUP);
        String arn = administrator.get(THEIRS + Plane.VERSION).header("x-fairlead-arn");
        String mine = Plane.THINGS + "/mine" + Plane.VERSION;
        Answer refused = contributor.put(mine, thing(arn));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("LinkedAuthorizationFailed");
        assertThat(refused.response().body())
                .contains("'Fairlead.Lab/things/read' on the linked scope(s) '" + arn + "'")
                .doesNotContain("resourceGroups/other");
        assertThat(contributor.get(mine).status()).isEqualTo(404);

        administrator.gives(contributor.id(), BuiltInRoles.READER.id().toString(), THEIRS);
        assertThat(contributor.put(mine, thing(arn)).status()).isEqualTo(201);
    }

    @Test
    void whatAResourceRefersToAlreadyIsNotAskedForAgain() {
        contributes(Plane.GROUP);
        String arn = administrator.get(THEIRS + Plane.VERSION).header("x-fairlead-arn");
        String linked = Plane.THINGS + "/linked" + Plane.VERSION;
        assertThat(administrator.put(linked, thing(arn)).status()).isEqualTo(201);
        assertThat(contributor.put(linked, thing(arn)).status()).isEqualTo(200);
    }
}
