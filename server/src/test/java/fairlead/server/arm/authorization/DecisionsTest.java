package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Why a request was allowed or refused, asked afterwards.
class DecisionsTest {

    private static final String THING = Plane.THINGS + "/one" + Plane.VERSION;
    private static final String BODY = "{\"location\": \"local\", \"properties\": {\"Text\": \"a\"}}";
    private static final String WHERE = "?subscription=" + Plane.SUBSCRIPTION.substring("/subscriptions/".length());

    @TempDir
    private Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn reader;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(5), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        reader = administrator.makes("reader");
        administrator.gives(reader.id(), BuiltInRoles.READER.id().toString(), Plane.GROUP);
    }

    @AfterEach
    void stop() {
        plane.close();
    }

    private static String id(Answer answer) {
        return answer.header("x-ms-request-id");
    }

    private static JsonNode why(SignedIn caller, String id) {
        return caller.get("/fairlead/access/decisions/" + id + WHERE)
                .json()
                .path("decisions")
                .path(0);
    }

    @Test
    void aChangeThatWasMadeNamesTheAssignmentThatAllowedIt() {
        Answer made = administrator.put(THING, BODY);
        JsonNode why = why(administrator, id(made));
        assertThat(why.path("allowed").asBoolean()).isTrue();
        assertThat(why.path("action").asString()).isEqualTo("Fairlead.Lab/things/write");
        assertThat(why.path("role").asString()).isEqualTo("Owner");
        assertThat(why.path("roleAssignment").asString()).contains("/roleAssignments/");
    }

    @Test
    void aRefusalNamesTheRolesThatWouldHaveAllowedItTheNarrowestFirst() {
        Answer refused = reader.put(THING, BODY);
        assertThat(refused.status()).isEqualTo(403);
        JsonNode why = why(reader, id(refused));
        assertThat(why.path("allowed").asBoolean(true)).isFalse();
        assertThat(why.path("code").asString()).isEqualTo("AuthorizationFailed");
        assertThat(why.path("action").asString()).isEqualTo("Fairlead.Lab/things/write");
        assertThat(why.path("scope").asString()).endsWith("/things/one");
        assertThat(why.path("rolesThatWouldAllow")
                        .valueStream()
                        .map(role -> role.path("role").asString()))
                .containsExactlyInAnyOrder("Contributor", "Owner");
        assertThat(why.path("allowedNow").asBoolean(true)).isFalse();
    }

    @Test
    void itSaysThatARoleWasGivenSince() {
        Answer refused = reader.put(THING, BODY);
        administrator.gives(reader.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.GROUP);
        assertThat(why(reader, id(refused)).path("allowedNow").asBoolean()).isTrue();
    }

    @Test
    void eachOfManyLikeRefusalsIsFoundByItsOwnId() {
        reader.put(THING, BODY);
        Answer second = reader.put(THING, BODY);
        assertThat(why(reader, id(second)).path("code").asString()).isEqualTo("AuthorizationFailed");
    }

    @Test
    void aRequestIsFoundByItsCorrelationWithoutItsSubscription() {
        reader.send("PUT", THING, Map.of("x-ms-correlation-request-id", "story-7"), BODY);
        JsonNode why = reader.get("/fairlead/access/decisions/story-7")
                .json()
                .path("decisions")
                .path(0);
        assertThat(why.path("code").asString()).isEqualTo("AuthorizationFailed");
    }

    @Test
    void othersLearnOfItAsFarAsTheyMayReadTheTrail() {
        Answer made = administrator.put(THING, BODY);
        SignedIn stranger = administrator.makes("stranger");
        assertThat(stranger.get("/fairlead/access/decisions/" + id(made) + WHERE)
                        .status())
                .isEqualTo(404);
        administrator.gives(stranger.id(), BuiltInRoles.READER.id().toString(), Plane.SUBSCRIPTION);
        assertThat(why(stranger, id(made)).path("principal").asString()).isEqualTo("administrator");
    }

    @Test
    void ofARequestThatThereNeverWasNothingIsKnown() {
        Answer none = administrator.get("/fairlead/access/decisions/none" + WHERE);
        assertThat(none.status()).isEqualTo(404);
        assertThat(none.response().body()).contains("Nothing is known of a decision for the request 'none'");
    }
}
