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
import java.util.List;
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
    class APackage {

        private static final String KEY = "/packages/note.zip";

        @Test
        void isThatOfTheAccountThatHasStoredIt() {
            alice.store(KEY, new byte[] {1});
            bob.store(KEY, new byte[] {2, 2});

            assertThat(alice.get(KEY).text()).hasSize(1);
            assertThat(bob.get(KEY).text()).hasSize(2);
        }

        @Test
        void isNoneForTheOthers() {
            alice.store(KEY, new byte[] {1});

            assertThat(bob.get(KEY).status()).isEqualTo(404);
            assertThat(bob.get("/").text()).doesNotContain("packages");
            assertThat(bob.get("/packages").text()).doesNotContain("note.zip");
            assertThat(alice.get("/").text()).contains("packages");
            assertThat(alice.get("/packages").text()).contains("note.zip");
            Answer begun =
                    bob.call("RegisterType", "TypeName", "Example::Web::Other", "SchemaHandlerPackage", "s3:/" + KEY);
            assertThat(bob.call("DescribeTypeRegistration", "RegistrationToken", begun.value("RegistrationToken"))
                            .value("Description"))
                    .contains("There is no package");
        }
    }

    @Nested
    class AType {

        private static final String NAME = "Example::Web::Scrap";
        private static final String NOTES = "/providers/Example.Web/scraps/";

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
            assertThat(bob.call("DescribeType", "Type", "RESOURCE", "TypeName", NAME + "s")
                            .text())
                    .doesNotContain("Did you mean");
            assertThat(alice.call("DescribeType", "Type", "RESOURCE", "TypeName", NAME + "s")
                            .text())
                    .contains("Did you mean");
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

        /// Every address that the server describes, as another account and without one. Those below `/fairlead` are the
        /// operator's, and so are the metrics.
        @Test
        void ofAnAccountIsInNoAnswerToTheOthers() {
            register(alice, "hush");
            List<String> paths = plane.get("/openapi.json").json().path("paths").propertyNames().stream()
                    .filter(path -> !path.startsWith("/fairlead") && !path.equals("/metrics"))
                    .toList();
            assertThat(paths).hasSizeGreaterThan(50);

            for (String path : paths) {
                assertThat(answer(path, "Fairlead.Lab", "things"))
                        .as(path)
                        .doesNotContainIgnoringCase("Example.Web", "hush");
                assertThat(answer(path, "Example.Web", "scraps"))
                        .as(path)
                        .isEqualTo(answer(path, "Unknown.Xyz", "stone"));
            }
            for (String document : List.of("/openapi.json", "/openapi.json?subscription=" + BOBS)) {
                assertThat(plane.get(document).response().body()).doesNotContain("Example.Web", "hush");
            }
            String swagger = "/swagger/Example.Web/" + apiVersion();
            assertThat(plane.get(swagger).status()).isEqualTo(404);
            assertThat(plane.get(swagger + "?subscription=" + BOBS).status()).isEqualTo(404);
        }

        @Test
        void ofAnAccountIsShownInItsSubscription() {
            register(alice, "hush");
            String own = "?subscription=" + ALICES;

            assertThat(plane.get("/subscriptions/" + ALICES + "/providers" + Plane.VERSION)
                            .response()
                            .body())
                    .contains("Example.Web");
            assertThat(plane.get("/openapi.json" + own).response().body()).contains("Example.Web", "hush");
            assertThat(plane.get("/swagger/Example.Web/" + apiVersion() + own)
                            .response()
                            .body())
                    .contains("hush");
        }

        /// What the address answers in the other account's subscription, without the names that were asked for.
        private String answer(String template, String namespace, String type) {
            String path = template.replace("{subscriptionId}", BOBS)
                    .replaceAll("\\{[nN]amespace}|\\{resourceProviderNamespace}", namespace)
                    .replaceAll("Fairlead\\.[A-Za-z]+|Test\\.[A-Za-z]+", namespace)
                    .replaceAll("\\{[^}]*[tT]ype[^}]*}", type)
                    .replaceAll("\\{[^}]+}", "one");
            Plane.Answer answer = plane.get(path + "?api-version=" + apiVersion());
            return answer.status()
                    + answer.response().body().replace(namespace, "NAMESPACE").replaceAll("(?<=[/'])" + type, "TYPE");
        }

        private String apiVersion() {
            return plane.types()
                    .find(TypeName.parse(NAME))
                    .orElseThrow()
                    .current()
                    .apiVersion();
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
            String version = "?api-version=" + apiVersion();

            assertThat(plane.put("/subscriptions/" + BOBS + "/resourceGroups/default" + NOTES + "n" + version, body)
                            .code())
                    .isEqualTo("InvalidResourceNamespace");
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
