package fairlead.server.arm.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.arm.Plane;
import fairlead.server.arm.Plane.Answer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A program without a browser signs in as a person who approves it.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeviceTest {

    private static final String AZ = "04b07795-8ddb-461a-bbee-02f9e1bf7b46";
    private static final String GRANT = "urn:ietf:params:oauth:grant-type:device_code";
    private static final String READER = BuiltInRoles.READER.id().toString();

    @TempDir
    private static Path folder;

    private Plane plane;
    private SignedIn administrator;

    @BeforeAll
    void start() {
        plane = Plane.start(folder, Duration.ofSeconds(1), "--require-sign-in");
        administrator = SignedIn.administrator(plane, folder);
    }

    @AfterAll
    void stop() {
        plane.close();
    }

    private Answer post(String path, String... form) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < form.length; i += 2) {
            body.append(body.isEmpty() ? "" : "&").append(form[i]).append('=');
            body.append(URLEncoder.encode(form[i + 1], StandardCharsets.UTF_8));
        }
        return plane.send("POST", path, Map.of("Content-Type", "application/x-www-form-urlencoded"), body.toString());
    }

    private Answer ask() {
        return post("/adfs/oauth2/devicecode", "client_id", AZ, "scope", plane.url() + "//.default");
    }

    private Answer poll(Answer asked) {
        return post(
                "/adfs/oauth2/token",
                "grant_type",
                GRANT,
                "client_id",
                AZ,
                "device_code",
                asked.json().path("device_code").asString());
    }

    private Answer decide(SignedIn who, Answer asked, boolean approved) {
        return who.send(
                "POST",
                "/fairlead/device/" + asked.json().path("user_code").asString(),
                "{\"approved\": " + approved + "}");
    }

    private Answer refresh(Answer granted) {
        return post(
                "/adfs/oauth2/token",
                "grant_type",
                "refresh_token",
                "client_id",
                AZ,
                "refresh_token",
                granted.json().path("refresh_token").asString());
    }

    private SignedIn with(Answer granted) {
        return SignedIn.withToken(plane, granted.json().path("access_token").asString());
    }

    private SignedIn reader() {
        SignedIn reader = administrator.makes("reader-" + UUID.randomUUID());
        administrator.gives(reader.id(), READER, Plane.SUBSCRIPTION);
        return reader;
    }

    private static String error(Answer answer) {
        return answer.json().path("error").asString();
    }

    @Test
    void waitsUntilAPersonApprovesItAndMayWhatTheyMay() {
        SignedIn reader = reader();
        Answer asked = ask();
        assertThat(asked.json().path("user_code").asString()).matches("[B-Z]{4}-[B-Z]{4}");
        assertThat(error(poll(asked))).isEqualTo("authorization_pending");
        assertThat(error(poll(asked))).isEqualTo("slow_down");

        assertThat(decide(reader, asked, true).json().path("client").asString()).isEqualTo(AZ);
        Answer granted = poll(asked);

        assertThat(granted.json().has("id_token")).isTrue();
        assertThat(granted.json().has("client_info")).isTrue();
        assertThat(with(granted).get("/fairlead/whoami").json().path("id").asString())
                .isEqualTo(reader.id());
        assertThat(with(granted).get(Plane.GROUP + Plane.VERSION).status()).isEqualTo(200);
        assertThat(with(granted)
                        .put(Plane.GROUP + Plane.VERSION, "{\"location\": \"local\"}")
                        .status())
                .isEqualTo(403);
        assertThat(error(poll(asked))).isEqualTo("invalid_grant");
    }

    @Test
    void getsNothingOnceAPersonHasDeniedIt() {
        Answer asked = ask();
        decide(administrator, asked, false);

        assertThat(error(poll(asked))).isEqualTo("access_denied");
        assertThat(decide(administrator, asked, true).code()).isEqualTo("DeviceCodeNotFound");
    }

    @Test
    void renewsItsTokenOnceByEachRefreshToken() {
        Answer asked = ask();
        decide(reader(), asked, true);
        Answer first = poll(asked);
        Answer second = refresh(first);
        assertThat(with(second).get("/fairlead/whoami").status()).isEqualTo(200);

        assertThat(error(refresh(first))).isEqualTo("invalid_grant");

        assertThat(error(refresh(second))).isEqualTo("invalid_grant");
        assertThat(with(second).get("/fairlead/whoami").status()).isEqualTo(401);
    }

    @Test
    void endsWithTheTokensOfThePersonWhoApprovedIt() {
        SignedIn reader = reader();
        Answer asked = ask();
        decide(reader, asked, true);
        Answer granted = poll(asked);
        administrator.send("PATCH", "/fairlead/principals/" + reader.id(), "{\"disabled\": true}");

        assertThat(with(granted).get("/fairlead/whoami").status()).isEqualTo(401);
        assertThat(error(refresh(granted))).isEqualTo("invalid_grant");
    }

    @Test
    void approvesNoOtherDevice() {
        Answer asked = ask();
        decide(reader(), asked, true);
        SignedIn device = with(poll(asked));

        assertThat(decide(device, ask(), true).status()).isEqualTo(403);
    }

    @Test
    void isOfAClientThatMayAsk() {
        assertThat(error(post("/adfs/oauth2/devicecode", "client_id", "another")))
                .isEqualTo("unauthorized_client");
    }

    @Test
    void isToldAtItsPageHowItIsApproved() {
        Answer page = plane.get("/device");
        assertThat(page.response().body()).contains("fairlead device approve CODE");
        assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    }

    @Test
    void givesNoIdTokenThatIsTakenForAPermission() {
        Answer asked = ask();
        decide(reader(), asked, true);
        String identity = poll(asked).json().path("id_token").asString();

        assertThat(SignedIn.withToken(plane, identity).get("/fairlead/whoami").status())
                .isEqualTo(401);
    }
}
