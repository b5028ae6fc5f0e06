package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.identity.token.TestIssuer;
import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What a handler asks of the control plane, it asks as the caller for whom it works.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InternalCallsTest {

    private static final String FLEETS = Plane.GROUP + "/providers/Fairlead.Lab/fleets/";
    private static final String RACKS = Plane.GROUP + "/providers/Fairlead.Lab/racks/";
    private static final String FLEET = "{\"location\": \"local\", \"properties\": {\"Size\": 1}}";

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;
    private TestIssuer issuer;

    @BeforeAll
    void start() {
        issuer = TestIssuer.in(folder);
        plane = Plane.start(
                folder.resolve("data"),
                Duration.ofSeconds(5),
                "--require-sign-in",
                "--issuers=" + issuer.file("api", ", \"groupsClaim\": \"groups\""));
        administrator = SignedIn.administrator(plane, folder.resolve("data"));
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private Answer end(SignedIn who, Answer begun) {
        String address = begun.header("Azure-AsyncOperation");
        Answer now = begun;
        while (!address.isEmpty() && !now.json().path("status").asString("").matches("Succeeded|Failed")) {
            now = who.get(address);
        }
        return now;
    }

    @Test
    void doWhatTheCallerMay() {
        SignedIn contributor = administrator.makes("contributor");
        administrator.gives(contributor.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.GROUP);

        Answer made = end(contributor, contributor.put(FLEETS + "red" + Plane.VERSION, FLEET));

        assertThat(made.response().body()).doesNotContain("Failed");
        assertThat(contributor.get(RACKS + "red-1" + Plane.VERSION).status()).isEqualTo(200);
    }

    @Test
    void doNothingThatTheCallerMayNot() {
        String role = UUID.randomUUID().toString();
        administrator.put(
                Plane.SUBSCRIPTION + "/providers/Microsoft.Authorization/roleDefinitions/" + role
                        + "?api-version=2022-04-01",
                "{\"properties\": {\"roleName\": \"Fleets\", \"permissions\": [{\"actions\":"
                        + " [\"Fairlead.Lab/fleets/*\", \"*/read\"]}],"
                        + " \"assignableScopes\": [\"" + Plane.SUBSCRIPTION + "\"]}}");
        SignedIn fleets = administrator.makes("fleets");
        administrator.gives(fleets.id(), role, Plane.GROUP);

        Answer made = end(fleets, fleets.put(FLEETS + "blue" + Plane.VERSION, FLEET));

        assertThat(made.response().body()).contains("AccessDenied").contains("Fairlead.Lab/racks/write");
        assertThat(administrator.get(RACKS + "blue-1" + Plane.VERSION).status()).isEqualTo(404);
    }

    /// The groups that the caller's issuer has named are remembered with the operation.
    @Test
    void doWhatAGroupOfTheCallerMay() {
        UUID group = UUID.randomUUID();
        administrator.gives(group.toString(), BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.GROUP);
        SignedIn alice = SignedIn.withToken(
                plane,
                issuer.token(TestIssuer.claims("alice", "api")
                        .claim("groups", List.of(group.toString()))
                        .build()));

        Answer made = end(alice, alice.put(FLEETS + "green" + Plane.VERSION, FLEET));

        assertThat(made.response().body()).doesNotContain("Failed");
        assertThat(alice.get(RACKS + "green-1" + Plane.VERSION).status()).isEqualTo(200);
    }

    /// Of an account that is not the caller's nothing is told: not even which types it has.
    @Test
    void descriptionsOfAForeignAccountTellNothing() {
        SignedIn stranger = administrator.makes("outsider");
        String foreign = Plane.SUBSCRIPTION.substring("/subscriptions/".length());
        String none = "11111111-1111-4111-8111-111111111111";
        for (String path : List.of("/openapi.json?subscription=", "/swagger/Fairlead.Lab/2026-11-01?subscription=")) {
            Answer theirs = stranger.get(path + foreign);
            Answer absent = stranger.get(path + none);
            assertThat(theirs.status()).as(path).isEqualTo(absent.status());
            assertThat(theirs.response().body().replace(foreign, none))
                    .as(path)
                    .isEqualTo(absent.response().body());
        }
    }
}
