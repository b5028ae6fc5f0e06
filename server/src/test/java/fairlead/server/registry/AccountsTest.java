package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.TypeName;
import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import fairlead.server.type.Archives;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two accounts with a key each, and the operator, who uses the native API.
class AccountsTest {

    private static final String ROLE = "Fairlead::Postgres::Role";
    private static final String ALICES = "00000000-0000-0000-0000-111122223333";
    private static final String BOBS = "00000000-0000-0000-0000-444455556666";

    private static final String CREDENTIALS = """
        {"accounts": [
          {"account": "111122223333", "keys": [{"accessKeyId": "ALICE", "secretAccessKey": "secret", "user": "alice"}]},
          {"account": "444455556666", "keys": [{"accessKeyId": "BOB", "secretAccessKey": "hidden", "user": "bob"}]}]}
        """;

    @TempDir
    private Path folder;

    private Plane plane;
    private KeyClient alice;
    private KeyClient bob;

    @BeforeEach
    void start() throws IOException {
        Path credentials = Files.writeString(folder.resolve("credentials.json"), CREDENTIALS);
        plane = Plane.start(folder, Duration.ofSeconds(1), "--credentials=" + credentials);
        alice = new KeyClient(plane, "ALICE", "secret");
        bob = new KeyClient(plane, "BOB", "hidden");
    }

    @AfterEach
    void stop() {
        alice.close();
        bob.close();
        plane.close();
    }

    @Nested
    class AConfiguration {

        private static String at(String host) {
            return "{\"Url\": \"postgresql://" + host + "/postgres\", \"User\": \"u\", \"Password\": \"pw-" + host
                    + "\"}";
        }

        private Answer set(KeyClient client, String host) {
            return client.call("SetTypeConfiguration", "Type", "RESOURCE", "TypeName", ROLE, "Configuration", at(host));
        }

        private Answer described(KeyClient client) {
            return client.call(
                    "BatchDescribeTypeConfigurations",
                    "TypeConfigurationIdentifiers.member.1.Type",
                    "RESOURCE",
                    "TypeConfigurationIdentifiers.member.1.TypeName",
                    ROLE);
        }

        private String urlFor(String account) {
            return plane.types()
                    .configuration(TypeName.parse(ROLE), account)
                    .path("Url")
                    .asString("");
        }

        @Test
        void isDescribedWithoutItsSecrets() {
            assertThat(set(alice, "a").status()).isEqualTo(200);

            assertThat(described(alice).value("Configuration")).contains("\"User\":\"u\"");
            assertThat(described(alice).text()).doesNotContain("pw-a", "Password");
        }

        @Test
        void isThatOfTheAccountThatHasSetIt() {
            set(alice, "a");
            String arn = set(bob, "b").value("ConfigurationArn");

            assertThat(arn).contains(":444455556666:");
            assertThat(urlFor(ALICES)).contains("//a/");
            assertThat(urlFor(BOBS)).contains("//b/");
            assertThat(described(alice).text()).contains("//a/").doesNotContain("//b/");
            assertThat(alice.call(
                                    "BatchDescribeTypeConfigurations",
                                    "TypeConfigurationIdentifiers.member.1.TypeConfigurationArn",
                                    arn)
                            .value("Code"))
                    .isEqualTo("TypeConfigurationNotFoundException");
        }

        @Test
        void ofTheOperatorIsUsedByAllAndShownToNone() {
            plane.put("/fairlead/types/" + ROLE + "/configuration", at("o"));
            set(bob, "b");

            assertThat(urlFor(ALICES)).contains("//o/");
            assertThat(described(alice).value("Code")).isEqualTo("TypeConfigurationNotFoundException");
            bob.call("SetTypeConfiguration", "Type", "RESOURCE", "TypeName", ROLE, "Configuration", "{}");
            assertThat(plane.get("/fairlead/types/" + ROLE).response().body()).doesNotContain("pw-", "//o/");
        }
    }

    @Nested
    class AType {

        private static final String NAME = "Example::Web::Note";
        private static final String NOTES = "/providers/Example.Web/notes/";

        private static byte[] note(String description) {
            String schema = """
                {"typeName": "%s", "description": "%s", "additionalProperties": false,
                 "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}, "Text": {"type": "string"}},
                 "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
                 "createOnlyProperties": ["/properties/Name"],
                 "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
                              "delete": {"permissions": []}, "list": {"permissions": []}}}
                """.formatted(NAME, description);
            Map<String, byte[]> files = new LinkedHashMap<>();
            files.put("schema.json", schema.getBytes(StandardCharsets.UTF_8));
            files.put(".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8));
            return Archives.zip(files);
        }

        private Answer register(KeyClient client, String description) {
            client.store("/packages/note.zip", note(description));
            Answer begun =
                    client.call("RegisterType", "TypeName", NAME, "SchemaHandlerPackage", "s3://packages/note.zip");
            return begun.status() == 200
                    ? client.call("DescribeTypeRegistration", "RegistrationToken", begun.value("RegistrationToken"))
                    : begun;
        }

        private Answer ofType(KeyClient client, String action) {
            return client.call(action, "Type", "RESOURCE", "TypeName", NAME);
        }

        @Test
        void ofAnAccountIsNoneForTheOthers() {
            assertThat(register(alice, "one").value("ProgressStatus")).isEqualTo("COMPLETE");

            assertThat(ofType(alice, "DescribeType").status()).isEqualTo(200);
            assertThat(ofType(bob, "DescribeType").value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(bob.call("ListTypes").text()).doesNotContain(NAME);
            assertThat(ofType(bob, "ListTypeVersions").value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(ofType(bob, "TestType").value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(ofType(bob, "DeregisterType").value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(ofType(bob, "ListTypeRegistrations").values("member")).isEmpty();
            assertThat(bob.call(
                                    "SetTypeConfiguration",
                                    "Type",
                                    "RESOURCE",
                                    "TypeName",
                                    NAME,
                                    "Configuration",
                                    "{\"A\": 1}")
                            .value("Code"))
                    .isEqualTo("TypeNotFoundException");
        }

        @Test
        void ofAnAccountHasItsNameForItself() {
            register(alice, "one");

            assertThat(register(bob, "two").value("Message"))
                    .contains("not free")
                    .doesNotContain("111122223333");
            assertThat(register(alice, "two").value("ProgressStatus")).isEqualTo("COMPLETE");
        }

        @Test
        void ofAnAccountMakesNoResourcesInOthers() {
            register(alice, "one");
            plane.put(
                    "/subscriptions/" + BOBS + "/resourceGroups/default" + Plane.VERSION, "{\"location\": \"local\"}");
            String body = "{\"location\": \"local\", \"properties\": {}}";
            String version = "?api-version="
                    + plane.types()
                            .find(TypeName.parse(NAME))
                            .orElseThrow()
                            .current()
                            .apiVersion();

            assertThat(plane.put("/subscriptions/" + BOBS + "/resourceGroups/default" + NOTES + "n" + version, body)
                            .code())
                    .isEqualTo("InvalidResourceType");
            assertThat(plane.put("/subscriptions/" + ALICES + "/resourceGroups/default" + NOTES + "n" + version, body)
                            .status())
                    .isLessThan(300);
        }

        @Test
        void ofAnAccountIsStillItsOwnAfterItIsGone() {
            register(alice, "one");
            assertThat(ofType(alice, "DeregisterType").status()).isEqualTo(200);

            assertThat(bob.call("ListTypes", "DeprecatedStatus", "DEPRECATED").text())
                    .doesNotContain(NAME);
            assertThat(alice.call("ListTypes", "DeprecatedStatus", "DEPRECATED").text())
                    .contains(NAME);
            assertThat(register(bob, "two").value("Message")).contains("not free");
        }

        @Test
        void ofTheOperatorIsOfferedToAllAndChangedByNone() {
            plane.post("/fairlead/simulations", "application/zip", simulated());

            assertThat(ofType(alice, "DescribeType").status()).isEqualTo(200);
            assertThat(ofType(bob, "DescribeType").status()).isEqualTo(200);
            assertThat(ofType(bob, "DeregisterType").value("Message")).contains("offered by the operator");
            assertThat(register(alice, "mine").value("Message")).contains("not free");
        }

        private static byte[] simulated() {
            String schema = """
                {"typeName": "%s", "description": "one", "additionalProperties": false,
                 "properties": {"Name": {"type": "string"}}, "required": ["Name"],
                 "primaryIdentifier": ["/properties/Name"], "createOnlyProperties": ["/properties/Name"],
                 "handlers": {"create": {"permissions": []}, "read": {"permissions": []},
                              "delete": {"permissions": []}}}
                """.formatted(NAME);
            return Archives.zip(Map.of("note.json", schema.getBytes(StandardCharsets.UTF_8)));
        }
    }
}
