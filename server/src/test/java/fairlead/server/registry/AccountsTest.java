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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

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

    /// An address with a method, as `/openapi.json` has them.
    private record Route(String method, String path) {}

    /// A type as callers name it.
    ///
    /// @param word behind the namespace
    private record Named(String name, String namespace, String word) {

        /// The text without the names, nor what is of one request alone.
        String hidden(String text) {
            return text.replace(name, "NAME")
                    .replace(name.replace("::", "-"), "NAME")
                    .replace(namespace, "NAMESPACE")
                    .replaceAll("(?<=[/'])" + word, "WORD")
                    .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID")
                    .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME");
        }
    }

    @Nested
    class AType {

        private static final String NAME = "Example::Web::Scrap";
        private static final Named SCRAP = new Named(NAME, "Example.Web", "scraps");
        private static final Named UNKNOWN = new Named("Unknown::Xyz::Stone", "Unknown.Xyz", "stones");
        private static final Named LAB = new Named("Fairlead::Lab::Thing", "Fairlead.Lab", "things");

        private static final List<String> METHODS = List.of("get", "head", "post", "patch", "put", "delete");

        /// What shows the operator everything.
        private static final List<String> OPERATORS = List.of(
                "/fairlead/types",
                "/fairlead/simulations",
                "/fairlead/resources",
                "/fairlead/graph",
                "/fairlead/documents",
                "/fairlead/audit",
                "/fairlead/check",
                "/fairlead/watch",
                "/fairlead/webhooks",
                "/metrics");

        private static final String NOTES = "/providers/Example.Web/scraps/";

        private static byte[] note(String description) {
            return archive(NAME, description, "");
        }

        private static byte[] archive(String name, String description, String more) {
            return archive(name, description, more, "");
        }

        /// @param more beside the description
        /// @param registration empty for a package of CloudFormation
        private static byte[] archive(String name, String description, String more, String registration) {
            String schema = """
                {"typeName": "%s", "description": "%s", "additionalProperties": false, %s
                 "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}, "Text": {"type": "string"}},
                 "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
                 "createOnlyProperties": ["/properties/Name"],
                 "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
                              "delete": {"permissions": []}, "list": {"permissions": []}}}
                """.formatted(name, description, more);
            Map<String, byte[]> files = new LinkedHashMap<>();
            files.put("schema.json", schema.getBytes(StandardCharsets.UTF_8));
            if (registration.isEmpty()) {
                files.put(".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8));
            } else {
                files.put("fairlead.json", registration.getBytes(StandardCharsets.UTF_8));
            }
            return Archives.zip(files);
        }

        private Answer register(KeyClient client, String description) {
            return register(client, NAME, note(description));
        }

        private static Answer register(KeyClient client, String name, byte[] archive) {
            client.store("/packages/note.zip", archive);
            Answer begun =
                    client.call("RegisterType", "TypeName", name, "SchemaHandlerPackage", "s3://packages/note.zip");
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

        /// Everything that the server describes, asked by another account and without one.
        @Test
        void ofAnAccountIsInNoAnswerToTheOthers() {
            register(alice, "hush");
            List<Route> routes = routes();
            assertThat(routes).hasSizeGreaterThan(70);

            for (Route route : routes) {
                assertThat(answer(route, LAB)).as(route.toString()).doesNotContainIgnoringCase("Example.Web", "hush");
                answer(route, UNKNOWN); // what the first request changes, the next two find changed
                assertThat(answer(route, UNKNOWN)).as(route.toString()).isEqualTo(answer(route, SCRAP));
            }
            for (String document : List.of("/openapi.json", "/openapi.json?subscription=" + BOBS)) {
                assertThat(plane.get(document).response().body()).doesNotContain("Example.Web", "hush");
            }
            String swagger = "/swagger/Example.Web/" + apiVersion();
            assertThat(plane.get(swagger).status()).isEqualTo(404);
            assertThat(plane.get(swagger + "?subscription=" + BOBS).status()).isEqualTo(404);
        }

        /// Every action that names a type, signed by another account.
        @Test
        void ofAnAccountIsUnknownToTheKeysOfOthers() {
            register(alice, "hush");

            for (String action : List.of("Get", "Create", "Update", "Delete", "List")) {
                assertThat(cloudControl(action, SCRAP)).as(action).isEqualTo(cloudControl(action, UNKNOWN));
            }
            for (RegistryAction action : RegistryAction.values()) {
                if (action != RegistryAction.REGISTER_TYPE) { // it says that the name is not free
                    assertThat(registry(action, SCRAP)).as(action.text()).isEqualTo(registry(action, UNKNOWN));
                }
            }
            assertThat(endpoints(SCRAP)).isEqualTo(endpoints(UNKNOWN));
        }

        private String cloudControl(String action, Named type) {
            String plural = action.equals("List") ? "Resources" : "Resource";
            return type.hidden(
                    bob.json("cloudcontrolapi", "/", "CloudApiService." + action + plural, """
                        {"TypeName": "%s", "Identifier": "one", "DesiredState": "{}", "PatchDocument": "[]"}
                        """.formatted(type.name()))
                            .text());
        }

        private String registry(RegistryAction action, Named type) {
            String arn = "arn:aws:cloudformation:eu-west-1:444455556666:type/resource/"
                    + type.name().replace("::", "-");
            return type.hidden(
                    bob.call(action.text(), "Type", "RESOURCE", "TypeName", type.name(), "Configuration", "{}")
                                    .text()
                            + bob.call(action.text(), "Arn", arn, "TypeArn", arn, "Configuration", "{}")
                                    .text());
        }

        private String endpoints(Named type) {
            return type.hidden(bob.json("example", "/fairlead/endpoints/" + type.name(), "", "{\"Identifiers\": {}}")
                    .text());
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

        /// Those that can be asked, but for what is the operator's. The ones that delete come last.
        private List<Route> routes() {
            JsonNode paths = plane.get("/openapi.json").json().path("paths");
            return paths.propertyStream()
                    .filter(path -> OPERATORS.stream().noneMatch(path.getKey()::startsWith))
                    .flatMap(path -> path.getValue().propertyNames().stream()
                            .filter(METHODS::contains)
                            .map(method -> new Route(method, path.getKey())))
                    .sorted(Comparator.comparingInt(route -> METHODS.indexOf(route.method())))
                    .toList();
        }

        /// What the route answers in the other account's subscription, without the names that were asked for.
        private String answer(Route route, Named type) {
            String path = route.path()
                    .replace(
                            "{scope}",
                            "subscriptions/{subscriptionId}/resourceGroups/one/providers/{namespace}/{type}/one")
                    .replace("{subscriptionId}", BOBS)
                    .replace("{typeName}", type.name())
                    .replaceAll("\\{[nN]amespace}|\\{resourceProviderNamespace}", type.namespace())
                    .replaceAll("Fairlead\\.[A-Za-z]+|Test\\.[A-Za-z]+", type.namespace())
                    .replaceAll("\\{[^}]*[tT]ype[^}]*}", type.word())
                    .replaceAll("\\{[^}]+}", "one");
            String filter = "resourceType%20eq%20'" + type.namespace() + "/" + type.word() + "'";
            String query = "?api-version=" + apiVersion()
                    + (path.endsWith("resources") && !path.startsWith("/fairlead") ? "&$filter=" + filter : "");
            if (route.method().equals("get") || route.method().equals("head")) {
                return type.hidden(told(plane.send(route.method().toUpperCase(Locale.ROOT), path + query, "")));
            }
            StringBuilder all = new StringBuilder();
            for (String word : List.of(type.name(), type.namespace() + "/" + type.word())) {
                String body = """
                    {"location": "local", "name": "one", "type": "%s", "subscription": "%s", "group": "one",
                     "resources": ["/subscriptions/%2$s/resourceGroups/one/providers/%s/%s/one"],
                     "targetResourceGroup": "/subscriptions/%2$s/resourceGroups/two", "properties": {}}
                    """.formatted(word, BOBS, type.namespace(), type.word());
                all.append(told(plane.send(route.method().toUpperCase(Locale.ROOT), path + query, body)));
            }
            return type.hidden(all.toString());
        }

        private static String told(Plane.Answer answer) {
            return answer.status() + answer.response().body();
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
        void ofAnAccountIsNothingThatTypesOfOthersReferToOrAreNestedIn() {
            register(alice, "one");
            String refers = "\"definitions\": {\"A\": {\"$ref\": \"%s#/properties/Text\"}},";
            String file = "example-web-scrap.json";
            String parent = "{\"parent\": \"" + NAME + "\"}";

            assertThat(register(bob, "Bob::Web::Copy", archive("Bob::Web::Copy", "", refers.formatted(file)))
                            .value("Description"))
                    .contains("no type at hand is published as '" + file);
            assertThat(register(alice, "Alice::Web::Copy", archive("Alice::Web::Copy", "", refers.formatted(file)))
                            .value("Description"))
                    .contains("is registered");
            assertThat(register(bob, "Bob::Web::Part", archive("Bob::Web::Part", "", "", parent))
                            .value("Description"))
                    .contains("there is no type " + NAME);
        }

        @Test
        void ofAnAccountHasItsArmNameForItself() {
            register(alice, "one");
            String taken = "{\"armType\": \"Example.Web/scraps\"}";

            assertThat(register(bob, "Bob::Web::Scrap", archive("Bob::Web::Scrap", "", "", taken))
                            .value("Description"))
                    .contains("another type has the ARM type")
                    .doesNotContain(NAME);
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

    @Nested
    class AHook {

        private static final String NAME = "Example::Guard::No";

        private static byte[] hook() {
            Map<String, byte[]> files = new LinkedHashMap<>();
            files.put("schema.json", bytes("""
                {"typeName": "Example::Guard::No", "description": "Refuses everything.", "additionalProperties": false,
                 "typeConfiguration": {"properties": {}, "additionalProperties": false},
                 "handlers": {"preCreate": {"targetNames": ["*"], "permissions": []}}}
                """));
            files.put(".rpdk-config", bytes("""
                {"artifact_type": "HOOK", "typeName": "Example::Guard::No", "language": "java", "runtime": "java17",
                 "entrypoint": "guard.No::handleRequest", "settings": {"protocolVersion": "2.0.0"}}
                """));
            files.put("target/guard-1.0.jar", Archives.jar(Map.of("No.java", """
                package guard;

                public class No {
                    public interface Context {}

                    public void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context)
                            throws java.io.IOException {
                        in.readAllBytes();
                        out.write("{\\"hookStatus\\":\\"FAILED\\",\\"message\\":\\"No.\\"}".getBytes("UTF-8"));
                    }
                }
                """)));
            return Archives.zip(files);
        }

        private static byte[] bytes(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private static String token(KeyClient client) {
            return client.call(
                            "RegisterType",
                            "Type",
                            "HOOK",
                            "TypeName",
                            NAME,
                            "SchemaHandlerPackage",
                            "s3://packages/no.zip")
                    .value("RegistrationToken");
        }

        private int made(String subscription) {
            String group = "/subscriptions/" + subscription + "/resourceGroups/default";
            return plane.put(
                            group + "/providers/Fairlead.Lab/things/one" + Plane.VERSION,
                            "{\"location\": \"local\", \"properties\": {\"Size\": 1}}")
                    .status();
        }

        @Test
        void isAskedOfItsAccountAloneAndNotSeenByOthers() {
            alice.store("/packages/no.zip", hook());
            String token = token(alice);
            Answer ended = alice.call("DescribeTypeRegistration", "RegistrationToken", token);
            while (ended.value("ProgressStatus").equals("IN_PROGRESS")) {
                ended = alice.call("DescribeTypeRegistration", "RegistrationToken", token);
            }
            assertThat(ended.value("ProgressStatus")).as(ended.text()).isEqualTo("COMPLETE");
            assertThat(alice.call("SetTypeConfiguration", "Type", "HOOK", "TypeName", NAME, "Configuration", """
                {"CloudFormationConfiguration": {"HookConfiguration": {"HookInvocationStatus": "ENABLED",
                  "TargetOperations": ["RESOURCE"], "FailureMode": "FAIL"}}}
                """)
                            .status())
                    .isEqualTo(200);

            assertThat(made(ALICES)).isEqualTo(403);
            assertThat(made(BOBS)).isIn(201, 202);
            assertThat(bob.call("ListTypes", "Type", "HOOK").values("TypeName")).isEmpty();
            assertThat(bob.call("DescribeType", "Type", "HOOK", "TypeName", NAME)
                            .value("Code"))
                    .isEqualTo("TypeNotFoundException");
            assertThat(bob.call("DescribeTypeRegistration", "RegistrationToken", token)
                            .value("Code"))
                    .isEqualTo("CFNRegistryException");
            assertThat(bob.call("DeregisterType", "Type", "HOOK", "TypeName", NAME)
                            .value("Code"))
                    .isEqualTo("TypeNotFoundException");
            assertThat(bob.call(
                                    "RegisterType",
                                    "Type",
                                    "HOOK",
                                    "TypeName",
                                    NAME,
                                    "SchemaHandlerPackage",
                                    "s3://packages/no.zip")
                            .text())
                    .contains("not free for this account");
        }
    }
}
