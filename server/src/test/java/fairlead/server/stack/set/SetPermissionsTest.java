package fairlead.server.stack.set;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import fairlead.server.arm.authorization.SignedIn;
import fairlead.server.resource.document.Documents;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// What callers may do with sets who may not do everything.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SetPermissionsTest {

    private static final String SUBSCRIPTION = Plane.SUBSCRIPTION.substring("/subscriptions/".length());
    private static final String PLACE = "?subscription=" + SUBSCRIPTION + "&location=local";
    private static final String STACKS = "7c1e3b5a-0000-4000-8000-000000000001";

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;
    private SignedIn keeper;

    @BeforeAll
    void start() {
        plane = Plane.withKeys(folder, Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
        administrator.gives(administrator.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), "/");
        keeper = administrator.makes("keeper");
        Answer role = administrator.put(
                Plane.SUBSCRIPTION + "/providers/Microsoft.Authorization/roleDefinitions/" + STACKS
                        + "?api-version=2022-04-01",
                "{\"properties\": {\"roleName\": \"Keeper of stacks\", \"type\": \"CustomRole\", \"permissions\":"
                        + " [{\"actions\": [\"Fairlead.Control/stacks/*\"]}], \"assignableScopes\":"
                        + " [\"" + Plane.SUBSCRIPTION
                        + "\"]}}");
        assertThat(role.status()).as(role.response().body()).isEqualTo(201);
        administrator.gives(keeper.id(), STACKS, Plane.SUBSCRIPTION);
        administrator.put(Plane.THINGS + "/a" + Plane.VERSION, "{\"location\": \"local\", \"properties\": {}}");
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private static String body(String name) {
        return Documents.empty()
                .put("language", "resources")
                .put("template", "{type: Fairlead.Lab/things, name: " + name + "}")
                .put("adopt", true)
                .toString();
    }

    private String finding(SignedIn caller, String name) {
        Answer plan = caller.send("POST", "/fairlead/stacks/theirs/plan" + PLACE, body(name));
        assertThat(plan.status()).as(plan.response().body()).isEqualTo(200);
        return plan.json().at("/findings/0/message").asString("");
    }

    @Test
    void whatACallerMayNotReadIsNotSaidToBeThere() {
        assertThat(finding(keeper, "a").replace("/a'", "/x'"))
                .contains("Fairlead.Lab/things/")
                .isEqualTo(finding(keeper, "b").replace("/b'", "/x'"));
    }

    @Test
    void whatACallerMayNotChangeItCanNotAdopt() {
        SignedIn reader = administrator.makes("reader");
        administrator.gives(reader.id(), STACKS, Plane.SUBSCRIPTION);
        administrator.gives(reader.id(), BuiltInRoles.READER.id().toString(), Plane.SUBSCRIPTION);

        assertThat(finding(reader, "a")).contains("Fairlead.Lab/things/write");
        assertThat(reader.put("/fairlead/stacks/theirs" + PLACE, body("a")).status())
                .isEqualTo(400);
        assertThat(reader.get("/fairlead/stacks/theirs" + PLACE).status()).isEqualTo(404);
    }

    @Test
    void aContributorAdopts() {
        SignedIn contributor = administrator.makes("contributor");
        administrator.gives(contributor.id(), BuiltInRoles.CONTRIBUTOR.id().toString(), Plane.SUBSCRIPTION);
        administrator.put(Plane.THINGS + "/c" + Plane.VERSION, "{\"location\": \"local\", \"properties\": {}}");

        Answer done = contributor.put("/fairlead/stacks/ours" + PLACE, body("c"));

        assertThat(done.status()).as(done.response().body()).isEqualTo(200);
        assertThat(done.json().path("status").asString()).isEqualTo("IMPORT_COMPLETE");
    }
}
