package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.role.BuiltInRoles;
import fairlead.server.access.role.RoleDefinition;
import fairlead.server.arm.Plane;
import fairlead.server.arm.authorization.SignedIn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Secrets that handlers have made, at each door: for those alone whose role says so.
class SecretsOfResourcesTest {

    private static final String ACCOUNT = "/subscriptions/00000000-0000-0000-0000-111122223333";
    private static final String KEY = ACCOUNT + "/resourceGroups/default/providers/Test.Safe/keys/main";
    private static final String VERSION = "?api-version=2026-11-01";
    private static final String CREDENTIALS = """
        {"accounts": [
          {"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]}]}
        """;

    @TempDir
    private Path folder;

    private Path data;
    private Plane plane;
    private SignedIn administrator;
    private KeyClient alice;

    @BeforeEach
    void start() throws IOException {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
        data = folder.resolve("data");
        plane = Plane.withKeys(data, Duration.ofSeconds(5), "--require-sign-in", "--credentials=" + credentials);
        administrator = SignedIn.administrator(plane, data);
        alice = new KeyClient(plane, "ALICE", "secret");
        assertThat(administrator
                        .put(KEY + VERSION, "{\"location\": \"eu-west-1\", \"properties\": {}}")
                        .status())
                .isEqualTo(201);
    }

    @AfterEach
    void stop() {
        alice.close();
        plane.close();
    }

    private SignedIn principal(RoleDefinition role) {
        SignedIn made = administrator.makes("team");
        administrator.gives(made.id(), role.id().toString(), ACCOUNT);
        return made;
    }

    private String arn() {
        return administrator.get(KEY + VERSION).header("x-fairlead-arn");
    }

    private JsonNode secretsManager(String action, String more) {
        return JsonMapper.shared()
                .readTree(alice.json(
                                "secretsmanager",
                                "/",
                                "secretsmanager." + action,
                                "{\"SecretId\": \"" + arn() + "\"" + more + "}")
                        .text());
    }

    private void giveAlice(RoleDefinition role) {
        String id = administrator
                .get("/fairlead/principals")
                .json()
                .path("value")
                .valueStream()
                .filter(one -> one.path("name").asString("").equals("alice"))
                .map(one -> one.path("id").asString(""))
                .findFirst()
                .orElseThrow();
        administrator.gives(id, role.id().toString(), ACCOUNT);
    }

    @Test
    void anOwnerWhoManagesTheResourceDoesNotGetThem() {
        assertThat(administrator.get(KEY + VERSION).response().body()).doesNotContain("hush");
        assertThat(administrator
                        .send("POST", KEY + "/listSecrets" + VERSION, "")
                        .status())
                .isEqualTo(403);
    }

    @Test
    void aSecretReaderGetsThemAndNoCacheKeepsThem() {
        Plane.Answer answer = principal(BuiltInRoles.SECRET_READER).send("POST", KEY + "/listSecrets" + VERSION, "");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/properties/Value").asString()).isEqualTo("hush-0");
        assertThat(answer.json().path("version").asInt()).isEqualTo(1);
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }

    @Test
    void anUpdateInWhichTheHandlerTellsAnotherTurnsThem() {
        SignedIn reader = principal(BuiltInRoles.SECRET_READER);
        administrator.put(KEY + VERSION, "{\"location\": \"eu-west-1\", \"properties\": {\"Turn\": 1}}");
        JsonNode turned =
                reader.send("POST", KEY + "/listSecrets" + VERSION, "").json();
        assertThat(turned.at("/properties/Value").asString()).isEqualTo("hush-1");
        assertThat(turned.path("version").asInt()).isEqualTo(2);
    }

    @Test
    void secretsManagerGivesThemByTheArnOfTheResource() {
        giveAlice(BuiltInRoles.SECRET_READER);
        JsonNode value = secretsManager("GetSecretValue", "");
        assertThat(value.path("SecretString").asString()).isEqualTo("{\"Value\":\"hush-0\"}");
        assertThat(value.path("ARN").asString()).isEqualTo(arn());
        assertThat(value.path("VersionStages").path(0).asString()).isEqualTo("AWSCURRENT");
        assertThat(value.path("VersionId").asString()).hasSize(36);
        assertThat(secretsManager("GetSecretValue", ", \"VersionStage\": \"AWSPREVIOUS\"")
                        .path("__type")
                        .asString())
                .isEqualTo("ResourceNotFoundException");
        assertThat(secretsManager("DescribeSecret", "").path("Name").asString()).isEqualTo("main");
        assertThat(secretsManager("DeleteSecret", "").path("__type").asString()).isEqualTo("UnknownOperationException");
    }

    @Test
    void secretsManagerGivesThemToNoReaderAndDoesNotSayToOthersThatThereAreAny() {
        giveAlice(BuiltInRoles.READER);
        assertThat(secretsManager("GetSecretValue", "").path("__type").asString())
                .isEqualTo("AccessDeniedException");
    }

    @Test
    void areInNoFileAndNoRecordAndNoEvent() throws IOException {
        SignedIn reader = principal(BuiltInRoles.SECRET_READER);
        reader.send("POST", KEY + "/listSecrets" + VERSION, "");
        assertThat(administrator
                        .get("/fairlead/audit?resource=" + KEY)
                        .response()
                        .body())
                .contains("ListSecrets")
                .doesNotContain("hush");
        assertThat(administrator
                        .get("/fairlead/watch?from=oldest&$top=1000")
                        .response()
                        .body())
                .doesNotContain("hush");
        stop();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(data, "fairlead.db*")) {
            for (Path file : files) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain("hush-0");
            }
        }
        plane = Plane.withKeys(data, Duration.ofSeconds(5), "--require-sign-in");
        alice = new KeyClient(plane, "ALICE", "secret");
    }
}
