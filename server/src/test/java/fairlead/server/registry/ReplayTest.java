package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Signed requests that are sent again by others, who have no key.
class ReplayTest {

    private static final String CREDENTIALS = """
        {"accounts": [
          {"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]}]}
        """;

    @TempDir
    private Path folder;

    private Plane plane;
    private KeyClient alice;
    private AwsClient sender;

    @BeforeEach
    void start() throws IOException {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
        plane = Plane.start(folder, Duration.ofSeconds(1), "--credentials=" + credentials, "--refuse-replays");
        alice = new KeyClient(plane, "ALICE", "secret");
        sender = new AwsClient(plane);
    }

    @AfterEach
    void stop() {
        sender.close();
        alice.close();
        plane.close();
    }

    /// @param attempt a header that is signed
    private HttpRequest.Builder cloudControl(String action, String body, String attempt) {
        Map<String, String> more =
                Map.of("x-amz-target", "CloudApiService." + action, "amz-sdk-request", "attempt=" + attempt);
        return alice.signed("POST", "cloudcontrolapi", "/", body.getBytes(StandardCharsets.UTF_8), more)
                .header("Content-Type", "application/x-amz-json-1.0");
    }

    private HttpRequest.Builder registry(String action, String... parameters) {
        byte[] form = AwsClient.form("2010-05-15", action, parameters).getBytes(StandardCharsets.UTF_8);
        return alice.signed("POST", "cloudformation", "/", form, Map.of())
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
    }

    private static final String LIST = "{\"TypeName\": \"Fairlead::Lab::Thing\"}";
    private static final String CREATE = "{\"TypeName\": \"Fairlead::Lab::Thing\", \"DesiredState\": \"{}\"}";

    @Test
    void aChangeIsTakenOnce() {
        HttpRequest.Builder create = cloudControl("CreateResource", CREATE, "1");

        assertThat(sender.send(create).status()).isEqualTo(200);
        Answer again = sender.send(create);

        assertThat(again.status()).isEqualTo(400);
        assertThat(again.text()).contains("ThrottlingException", "too many changes with the same signature");
    }

    @Test
    void aChangeThatIsSignedAnewIsTakenAgain() {
        assertThat(sender.send(cloudControl("CreateResource", CREATE, "1")).status())
                .isEqualTo(200);
        assertThat(sender.send(cloudControl("CreateResource", CREATE, "2")).status())
                .isEqualTo(200);
    }

    @Test
    void aChangeIsStillTheSameWithOtherHeadersThatAreNotSigned() {
        HttpRequest.Builder create = cloudControl("CreateResource", CREATE, "1");
        sender.send(create);

        assertThat(sender.send(create.header("x-other", "1")).status()).isEqualTo(400);
    }

    @Test
    void whatReadsIsTakenAsOftenAsItComes() {
        HttpRequest.Builder list = cloudControl("ListResources", LIST, "1");
        HttpRequest.Builder types = registry("ListTypes");
        for (int i = 0; i < 3; i++) {
            assertThat(sender.send(list).status()).isEqualTo(200);
            assertThat(sender.send(types).status()).isEqualTo(200);
        }
    }

    @Test
    void actionsOfTheQueryProtocolAndObjectsAreTakenOnceToo() {
        HttpRequest.Builder register = registry(
                "RegisterType", "TypeName", "Example::Web::Note", "SchemaHandlerPackage", "s3://packages/note.zip");
        HttpRequest.Builder put = alice.signed("PUT", "s3", "/packages/a", new byte[1], Map.of());

        assertThat(sender.send(register).status()).isEqualTo(200);
        assertThat(sender.send(register).value("Code")).isEqualTo("TooManyRequests");
        assertThat(sender.send(put).status()).isEqualTo(200);
        assertThat(sender.send(put).value("Code")).isEqualTo("TooManyRequests");
    }
}
