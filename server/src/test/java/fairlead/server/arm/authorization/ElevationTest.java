package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// `elevateAccess`, `checkAccess` and the list of all actions.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ElevationTest {

    private static final String AUTHORIZATION = "/providers/Microsoft.Authorization/";
    private static final String ELEVATE = AUTHORIZATION + "elevateAccess?api-version=2015-07-01";
    private static final String CHECK = AUTHORIZATION + "checkAccess?api-version=2021-06-01-preview";
    private static final String READER = BuiltInRoles.READER.id().toString();
    private static final String CONTRIBUTOR = BuiltInRoles.CONTRIBUTOR.id().toString();

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;

    @BeforeAll
    void start() {
        plane = Plane.withKeys(folder, Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private Answer mark(SignedIn who, String principal) {
        return who.send("PUT", "/fairlead/principals/" + principal + "/tenantAdministrator", "");
    }

    @Test
    void isForThoseAloneThatAreMarked() {
        SignedIn contributor = administrator.makes("contributor");
        administrator.gives(contributor.id(), CONTRIBUTOR, "/");

        assertThat(contributor.send("POST", ELEVATE, "").status()).isEqualTo(403);
        assertThat(mark(contributor, contributor.id()).status()).isEqualTo(403);

        assertThat(mark(administrator, contributor.id()).status()).isEqualTo(200);
        assertThat(contributor.send("POST", ELEVATE, "").status()).isEqualTo(200);
        assertThat(contributor.send("POST", ELEVATE, "").status()).isEqualTo(200);
        SignedIn another = administrator.makes("another");
        assertThat(contributor.gives(another.id(), READER, Plane.SUBSCRIPTION).status())
                .isEqualTo(201);

        administrator.send("DELETE", "/fairlead/principals/" + contributor.id() + "/tenantAdministrator", "");
        assertThat(contributor.send("POST", ELEVATE, "").status()).isEqualTo(403);
    }

    @Test
    void endsByItself() {
        SignedIn elevated = administrator.makes("elevated");
        mark(administrator, elevated.id());
        elevated.send("POST", ELEVATE, "");

        JsonNode assignments = administrator
                .get(AUTHORIZATION + "roleAssignments?api-version=2022-04-01&$filter=principalId%20eq%20'"
                        + elevated.id() + "'")
                .json();
        Instant ends =
                Instant.parse(assignments.at("/value/0/properties/endsOn").asString());
        assertThat(Duration.between(Instant.now(), ends)).isBetween(Duration.ofHours(7), Duration.ofHours(8));
    }

    @Test
    void aRoleThatHasEndedAllowsNothing() {
        SignedIn reader = administrator.makes("ended");
        String body = "{\"properties\": {\"roleDefinitionId\": \"/x/" + READER + "\", \"principalId\": \"" + reader.id()
                + "\", \"principalType\": \"ServicePrincipal\", \"endsOn\": \"2026-01-01T00:00:00Z\"}}";
        Answer put = administrator.put(
                Plane.GROUP + AUTHORIZATION
                        + "roleAssignments/00000000-0000-4000-8000-0000000000e1?api-version=2022-04-01",
                body);
        assertThat(put.status()).isEqualTo(201);
        assertThat(reader.get(Plane.GROUP + Plane.VERSION).status()).isEqualTo(404);
        assertThat(administrator.gives(reader.id(), READER, Plane.GROUP).status())
                .isEqualTo(201);
        assertThat(reader.get(Plane.GROUP + Plane.VERSION).status()).isEqualTo(200);
    }

    @Test
    void isCheckedWithoutBeingTried() {
        SignedIn reader = administrator.makes("checked");
        administrator.gives(reader.id(), READER, Plane.GROUP);
        String question = "{\"Subject\": {\"Attributes\": {\"ObjectId\": \"" + reader.id()
                + "\"}}, \"Actions\": [{\"Id\": \"Fairlead.Lab/things/read\"}, {\"Id\":"
                + " \"Fairlead.Lab/things/write\"}], \"Resource\": {\"Id\": \"" + Plane.GROUP + "\"}}";

        JsonNode own = reader.send("POST", Plane.SUBSCRIPTION + CHECK, question).json();
        assertThat(own.at("/0/accessDecision").asString()).isEqualTo("Allowed");
        assertThat(own.at("/1/accessDecision").asString()).isEqualTo("NotAllowed");
        assertThat(administrator
                        .send("POST", Plane.SUBSCRIPTION + CHECK, question)
                        .json())
                .isEqualTo(own);
        SignedIn stranger = administrator.makes("stranger");
        administrator.gives(stranger.id(), READER, Plane.GROUP);
        assertThat(stranger.send("POST", Plane.SUBSCRIPTION + CHECK, question).status())
                .isEqualTo(403);
    }

    @Test
    void allActionsThatCallersAreRefusedAreListed() {
        Set<String> listed = new HashSet<>();
        JsonNode all = administrator
                .get(AUTHORIZATION + "providerOperations?api-version=2022-04-01")
                .json();
        all.path("value").forEach(namespace -> {
            namespace
                    .path("operations")
                    .forEach(one -> listed.add(one.path("name").asString()));
            namespace
                    .path("resourceTypes")
                    .forEach(type -> type.path("operations").forEach(one -> {
                        listed.add(one.path("name").asString());
                        assertThat(one.path("isDataAction").isBoolean()).isTrue();
                    }));
        });
        assertThat(listed)
                .containsAll(AccessMatrixTest.ROUTES.stream()
                        .map(AccessMatrixTest.Route::action)
                        .filter(action -> action.contains("/"))
                        .filter(action -> !action.equals("Fairlead.Lab/nothing/action"))
                        .toList());
    }
}
