package fairlead.server.cloudcontrol;

import static fairlead.server.cloudcontrol.Cloud.WIDGET;
import static fairlead.server.cloudcontrol.Cloud.WIDGETS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.arm.Plane;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.cloudcontrol.model.ClientTokenConflictException;
import software.amazon.awssdk.services.cloudcontrol.model.CloudControlException;
import software.amazon.awssdk.services.cloudcontrol.model.NotUpdatableException;
import software.amazon.awssdk.services.cloudcontrol.model.ProgressEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What clients such as Terraform ask for and read back: patches, numbers and documents under a token.
class PatchesTest {

    @TempDir
    private static Path folder;

    private static Cloud cloud;

    @BeforeAll
    static void start() {
        cloud = new Cloud(folder);
    }

    @AfterAll
    static void stop() {
        cloud.close();
    }

    private static void make(String name) {
        cloud.create(WIDGET, "{\"Name\": \"" + name + "\", \"Size\": 3, \"Zone\": \"z1\", \"Secret\": \"s3cr3t\"}");
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private static int revision(String name) {
        return json(cloud.properties(WIDGET, name)).path("Revision").asInt();
    }

    private static String operation(String op, String path, String value) {
        return "{\"op\": \"" + op + "\", \"path\": \"" + path + "\", \"value\": \"" + value + "\"}";
    }

    private static String status(ProgressEvent event) {
        return event.operationStatusAsString();
    }

    @Nested
    class ASecret {

        @Test
        void isReplaced() {
            make("rotated");

            String patch = "[" + operation("replace", "/Secret", "other") + "]";

            assertThat(status(cloud.patch(WIDGET, "rotated", patch))).isEqualTo("SUCCESS");
            assertThat(revision("rotated")).as("it was another one").isEqualTo(2);
            cloud.patch(WIDGET, "rotated", patch);
            assertThat(revision("rotated")).as("it was the same").isEqualTo(2);
        }

        @Test
        void isTakenAway() {
            make("opened");

            String patch = "[" + operation("remove", "/Secret", "") + "]";

            assertThat(status(cloud.patch(WIDGET, "opened", patch))).isEqualTo("SUCCESS");
            assertThat(revision("opened")).as("there was one").isEqualTo(2);
            cloud.patch(WIDGET, "opened", patch);
            assertThat(revision("opened")).as("there was none").isEqualTo(2);
        }

        @Test
        void isKeptByAPatchOfSomethingElse() {
            make("closed");
            cloud.patch(WIDGET, "closed", "[{\"op\": \"replace\", \"path\": \"/Size\", \"value\": 4}]");

            cloud.patch(WIDGET, "closed", "[" + operation("replace", "/Secret", "s3cr3t") + "]");

            assertThat(revision("closed")).as("the secret was that one").isEqualTo(2);
        }

        @Test
        void isNotRead() {
            make("guessed");

            assertThatThrownBy(() -> cloud.patch(WIDGET, "guessed", "[" + operation("test", "/Secret", "s3cr3t") + "]"))
                    .hasMessageContaining("found none");
        }
    }

    @Nested
    class TheIdentifier {

        @Test
        void isNotChanged() {
            make("named");

            assertThatThrownBy(() -> cloud.patch(WIDGET, "named", "[" + operation("replace", "/Name", "other") + "]"))
                    .isInstanceOf(NotUpdatableException.class)
                    .hasMessageContaining(
                            "Invalid patch update: createOnlyProperties [/properties/Name] cannot be updated");
        }

        @Test
        void isToldWithWhatElseCanNotBeChanged() {
            make("moved");

            assertThatThrownBy(() -> cloud.patch(
                            WIDGET,
                            "moved",
                            "[" + operation("replace", "/Name", "other") + ", " + operation("replace", "/Zone", "z2")
                                    + "]"))
                    .isInstanceOf(NotUpdatableException.class)
                    .hasMessageContaining("/properties/Name, /properties/Zone");
        }

        @Test
        void isNotTakenAway() {
            make("kept");

            assertThatThrownBy(() -> cloud.patch(WIDGET, "kept", "[" + operation("remove", "/Name", "") + "]"))
                    .isInstanceOf(NotUpdatableException.class);
        }
    }

    @Nested
    class Tags {

        private static String tags(int count) {
            return IntStream.range(0, count)
                    .mapToObj(i -> "{\"op\": \"add\", \"path\": \"/Tags/-\", \"value\": {\"Key\": \"k" + i
                            + "\", \"Value\": \"v\"}}")
                    .collect(Collectors.joining(", ", "[{\"op\": \"add\", \"path\": \"/Tags\", \"value\": []}, ", "]"));
        }

        @Test
        void areAtMostFifty() {
            make("tagged");

            assertThat(status(cloud.patch(WIDGET, "tagged", tags(50)))).isEqualTo("SUCCESS");
            assertThatThrownBy(() -> cloud.patch(WIDGET, "tagged", tags(51)))
                    .isInstanceOf(CloudControlException.class)
                    .hasMessageContaining("at most 50 tags, found 51");
        }

        @Test
        void areAtMostFiftyAmongThePropertiesOfAnAddress() {
            make("addressed");
            String tags = IntStream.range(0, 51)
                    .mapToObj(i -> "{\"Key\": \"k" + i + "\", \"Value\": \"v\"}")
                    .collect(Collectors.joining(", "));

            Plane.Answer refused = cloud.plane.send(
                    "PATCH", WIDGETS + "addressed" + Plane.VERSION, "{\"properties\": {\"Tags\": [" + tags + "]}}");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.response().body()).contains("TagsTooMany");
        }
    }

    @Nested
    class ANumber {

        @ParameterizedTest
        @ValueSource(strings = {"1e1", "1.0e1", "10.0", "10"})
        void inThePlaceOfAnIntegerComesBackAsOne(String written) {
            String name = "n" + Integer.toHexString(written.hashCode());
            cloud.create(WIDGET, "{\"Name\": \"" + name + "\", \"Size\": " + written + "}");

            assertThat(cloud.properties(WIDGET, name)).contains("\"Size\":10,");
            assertThat(cloud.plane
                            .get(WIDGETS + name + Plane.VERSION)
                            .response()
                            .body())
                    .contains("\"Size\":10,");
        }
    }

    @Nested
    class ADocument {

        private static ProgressEvent create(String token, String desired) {
            return cloud.ended(cloud.alice
                    .createResource(request ->
                            request.typeName(WIDGET).clientToken(token).desiredState(desired))
                    .progressEvent());
        }

        @Test
        void isTheSameInAnotherOrderAndSpacing() {
            ProgressEvent first = create("sorted", "{\"Name\": \"sorted\", \"Size\": 3}");

            assertThat(create("sorted", "{\"Size\":3,\n\"Name\":\"sorted\"}").requestToken())
                    .isEqualTo(first.requestToken());
        }

        @Test
        void isAnotherWithAnotherValue() {
            create("valued", "{\"Name\": \"valued\", \"Size\": 3}");

            assertThatThrownBy(() -> create("valued", "{\"Name\": \"valued\", \"Size\": 4}"))
                    .isInstanceOf(ClientTokenConflictException.class);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {"{} {}", "{\"Size\": NaN}", "{/**/}", "{\"a\": 1, \"a\": 2}", "{'a': 1}", "[", "{\"a\": 01}"
                })
        void isRefusedWithoutTheWordsOfTheParser(String text) {
            assertThatThrownBy(() -> create("malformed", text))
                    .isInstanceOf(CloudControlException.class)
                    .hasMessageContaining("is not valid JSON")
                    .message()
                    .doesNotContain("jackson", "JsonToken", "Feature", "`");
        }

        @Test
        void isRefusedIfItIsTooDeepWithoutTheWordsOfTheParser() {
            assertThatThrownBy(() -> create("deep", "[".repeat(100) + "]".repeat(100)))
                    .message()
                    .contains("64")
                    .doesNotContain("jackson", "Stream", "`");
        }
    }
}
