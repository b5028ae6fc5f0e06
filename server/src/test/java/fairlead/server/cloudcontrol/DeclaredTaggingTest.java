package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.arm.Plane;
import fairlead.server.type.Archives;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.cloudcontrol.model.CloudControlException;
import software.amazon.awssdk.services.cloudcontrol.model.NotUpdatableException;

/// Types say when their resources take tags; both protocols keep to it.
class DeclaredTaggingTest {

    private static final String LATE = "Test::Cloud::Late";
    private static final String FIXED = "Test::Cloud::Fixed";
    private static final String GROUP =
            "/subscriptions/" + Cloud.SUBSCRIPTION + "/resourceGroups/default/providers/Test.Cloud/";
    private static final String TAG = "[{\"op\": \"add\", \"path\": \"/Tags\", \"value\": {\"a\": \"1\"}}]";

    @TempDir
    private static Path folder;

    private static Cloud cloud;

    @BeforeAll
    static void start() {
        cloud = new Cloud(folder);
        byte[] registration = "{\"apiVersion\": \"2026-11-01\"}".getBytes(StandardCharsets.UTF_8);
        cloud.plane.post(
                "/fairlead/simulations",
                "application/zip",
                Archives.zip(Map.of(
                        "late.json",
                        schema(LATE, "\"tagOnCreate\": false"),
                        "late.fairlead.json",
                        registration,
                        "fixed.json",
                        schema(FIXED, "\"tagUpdatable\": false"),
                        "fixed.fairlead.json",
                        registration)));
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    private static byte[] schema(String name, String tagging) {
        return """
            {"typeName": "%s", "description": "Tagged in a map.", "additionalProperties": false,
             "properties": {"Name": {"type": "string", "pattern": "^[a-z]+$"}, "Text": {"type": "string"},
                            "Tags": {"type": "object", "patternProperties": {"^.+$": {"type": "string"}},
                                     "additionalProperties": false}},
             "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
             "createOnlyProperties": ["/properties/Name"],
             "tagging": {"taggable": true, "tagProperty": "/properties/Tags", %s},
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
                          "delete": {"permissions": []}, "list": {"permissions": []}}}
            """.formatted(name, tagging).getBytes(StandardCharsets.UTF_8);
    }

    private static Plane.Answer put(String address, String properties) {
        String body = "{\"location\": \"eu-west-1\", \"tags\": {\"a\": \"1\"}, \"properties\": " + properties + "}";
        return cloud.plane.put(GROUP + address + Plane.VERSION, body);
    }

    @Test
    void tagsThatHaveToWaitAreRefusedByACreate() {
        assertThatThrownBy(() -> cloud.create(LATE, "{\"Name\": \"x\", \"Tags\": {\"a\": \"1\"}}"))
                .isInstanceOf(CloudControlException.class)
                .hasMessageContaining("can't be tagged when they are created");
        assertThat(put("lates/x", "{\"Name\": \"x\"}").response().body()).contains("tags.not-on-create");
    }

    @Test
    void aRefusalPointsAtTheTagsWhereTheyWereWritten() {
        String among = "{\"location\": \"eu-west-1\", \"properties\": {\"Name\": \"y\", \"Tags\": {\"a\": \"1\"}}}";

        assertThat(target(cloud.plane.put(GROUP + "lates/y" + Plane.VERSION, among)))
                .isEqualTo("/properties/Tags");
        assertThat(target(put("lates/y", "{\"Name\": \"y\"}"))).isEqualTo("/tags");
    }

    private static String target(Plane.Answer refused) {
        return refused.json().at("/error/details/0/target").asString("");
    }

    @Test
    void tagsThatHadToWaitAreTakenByAnUpdate() {
        cloud.create(LATE, "{\"Name\": \"later\"}");

        cloud.patch(LATE, "later", TAG);

        assertThat(cloud.properties(LATE, "later")).contains("\"Tags\":{\"a\":\"1\"}");
        assertThat(cloud.plane.get(GROUP + "lates/later" + Plane.VERSION).json().path("tags"))
                .hasToString("{\"a\":\"1\"}");
    }

    @Test
    void tagsThatStayAreTakenByACreate() {
        cloud.create(FIXED, "{\"Name\": \"stays\", \"Tags\": {\"a\": \"1\"}}");

        assertThat(cloud.plane
                        .get(GROUP + "fixeds/stays" + Plane.VERSION)
                        .json()
                        .path("tags"))
                .hasToString("{\"a\":\"1\"}");
    }

    @Test
    void tagsThatStayAreRefusedByAnUpdate() {
        cloud.create(FIXED, "{\"Name\": \"fixed\", \"Text\": \"one\"}");

        assertThatThrownBy(() -> cloud.patch(FIXED, "fixed", TAG)).isInstanceOf(NotUpdatableException.class);
        Plane.Answer patched =
                cloud.plane.send("PATCH", GROUP + "fixeds/fixed" + Plane.VERSION, "{\"tags\": {\"a\": \"1\"}}");

        assertThat(patched.status()).isEqualTo(409);
        assertThat(patched.response().body()).contains("tags.not-updatable");
        assertThat(cloud.properties(FIXED, "fixed"))
                .contains("\"Text\":\"one\"")
                .doesNotContain("Tags");
    }

    @Test
    void anUpdateOfTheTagsAloneLeavesEverythingElse() {
        cloud.create(LATE, "{\"Name\": \"alone\", \"Text\": \"one\"}");

        cloud.plane.send("PATCH", GROUP + "lates/alone" + Plane.VERSION, "{\"tags\": {\"a\": \"1\"}}");
        String tagged = cloud.properties(LATE, "alone");
        cloud.plane.send("PATCH", GROUP + "lates/alone" + Plane.VERSION, "{\"tags\": {}}");

        assertThat(tagged).contains("\"Text\":\"one\"", "\"Tags\":{\"a\":\"1\"}");
        assertThat(cloud.properties(LATE, "alone")).contains("\"Text\":\"one\"").doesNotContain("Tags");
    }
}
