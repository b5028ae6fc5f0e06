package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The directory as Azure's tools ask for it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GraphTest {

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn alone;

    @BeforeAll
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        alone = administrator.makes("alone");
        administrator.makes("twice");
        administrator.makes("twice");
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private List<String> names(SignedIn who, String filter) {
        return who.get("/v1.0/servicePrincipals?$filter=" + URLEncoder.encode(filter, StandardCharsets.UTF_8))
                .json()
                .path("value")
                .valueStream()
                .map(one -> one.path("displayName").asString())
                .toList();
    }

    @Test
    void isFoundByNameAndById() {
        assertThat(names(administrator, "displayName eq 'alone'")).containsExactly("alone");
        assertThat(names(administrator, "servicePrincipalNames/any(c:c eq 'alone')"))
                .containsExactly("alone");
        assertThat(names(administrator, "servicePrincipalNames/any(c:c eq '" + alone.id() + "')"))
                .containsExactly("alone");
        assertThat(names(administrator, "startswith(displayName,'al') and appId eq '" + alone.id() + "'"))
                .containsExactly("alone");
    }

    /// A role would go to the wrong one.
    @Test
    void isNotFoundByANameThatTwoHave() {
        assertThat(names(administrator, "servicePrincipalNames/any(c:c eq 'twice')"))
                .isEmpty();
        assertThat(names(administrator, "displayName eq 'twice'")).hasSize(2);
    }

    @Test
    void refusesAFilterThatItDoesNotUnderstand() {
        Answer refused = administrator.get("/v1.0/users?$filter=jobTitle%20eq%20'boss'");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("InvalidFilterInQueryString");
    }

    @Test
    void showsACallerItselfAlone() {
        assertThat(names(alone, "")).containsExactly("alone");
        assertThat(alone.get("/v1.0/servicePrincipals/" + administrator.id()).status())
                .isEqualTo(404);
        assertThat(alone.get("/v1.0/me").json().path("displayName").asString()).isEqualTo("alone");
        JsonNode known = alone.send(
                        "POST",
                        "/v1.0/directoryObjects/getByIds",
                        "{\"ids\": [\"" + alone.id() + "\", \"" + administrator.id() + "\"]}")
                .json();
        assertThat(known.path("value")).hasSize(1);
    }

    @Test
    void isReadPageByPage() {
        JsonNode first = administrator.get("/v1.0/servicePrincipals?$top=2").json();
        assertThat(first.path("value")).hasSize(2);
        JsonNode second =
                administrator.get(first.path("@odata.nextLink").asString()).json();
        assertThat(second.path("value")).isNotEmpty();
        assertThat(second.at("/value/0/id")).isNotEqualTo(first.at("/value/0/id"));
    }

    @Test
    void gathersWhoIsInAGroupThroughOthers() {
        String outer = group("outer");
        String inner = group("inner");
        join(outer, inner);
        join(inner, alone.id());

        assertThat(administrator
                        .get("/v1.0/groups/" + outer + "/members")
                        .json()
                        .path("value"))
                .hasSize(1);
        assertThat(administrator
                        .get("/v1.0/groups/" + outer + "/transitiveMembers")
                        .json()
                        .path("value"))
                .hasSize(2);
    }

    private String group(String name) {
        return administrator
                .send("POST", "/v1.0/groups", "{\"displayName\": \"" + name + "\"}")
                .json()
                .path("id")
                .asString();
    }

    private void join(String group, String member) {
        Answer joined = administrator.send(
                "POST",
                "/v1.0/groups/" + group + "/members/$ref",
                "{\"@odata.id\": \"" + plane.url() + "/v1.0/directoryObjects/" + member + "\"}");
        assertThat(joined.status()).isEqualTo(204);
    }
}
