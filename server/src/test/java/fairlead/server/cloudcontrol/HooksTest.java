package fairlead.server.cloudcontrol;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// CloudFormation Hooks: registered through the registry, asked at every door.
class HooksTest {

    @TempDir
    Path folder;

    private Guard guard;

    @BeforeEach
    void start() {
        guard = new Guard(folder);
    }

    @AfterEach
    void stop() {
        guard.close();
    }

    @Nested
    class TheRegistry {

        @Test
        void registersAHookAndTellsOfIt() {
            Answer ended = guard.register();
            assertThat(ended.value("ProgressStatus")).as(ended.text()).isEqualTo("COMPLETE");
            assertThat(ended.value("TypeVersionArn")).endsWith(":type/hook/Example-Guard-Size/00000001");

            Answer told = guard.aws.call("DescribeType", "Arn", ended.value("TypeArn"));
            assertThat(told.value("Type")).isEqualTo("HOOK");
            assertThat(told.value("TypeName")).isEqualTo(Guard.NAME);
            assertThat(told.value("DefaultVersionId")).isEqualTo("00000001");
            assertThat(told.value("ConfigurationSchema")).contains("Largest");
            assertThat(guard.aws.call("ListTypes", "Type", "HOOK").values("TypeName"))
                    .containsExactly(Guard.NAME);
            assertThat(guard.aws.call("ListTypes").values("TypeName")).isEmpty();
            assertThat(guard.aws
                            .call("ListTypeRegistrations", "Type", "HOOK", "RegistrationStatusFilter", "COMPLETE")
                            .values("member"))
                    .hasSize(1);
        }

        @Test
        void hasVersionsOfWhichOneIsTheDefault() {
            guard.register();
            ObjectNode other = Guard.schema().put("description", "Another.");
            assertThat(guard.register(Guard.files(other)).value("TypeVersionArn"))
                    .endsWith("/00000002");
            assertThat(guard.register(Guard.files(other)).value("Description")).contains("already");

            guard.aws.call("SetTypeDefaultVersion", "Type", "HOOK", "TypeName", Guard.NAME, "VersionId", "00000002");
            assertThat(guard.aws
                            .call("DescribeType", "Type", "HOOK", "TypeName", Guard.NAME)
                            .value("Description"))
                    .isEqualTo("Another.");
            assertThat(guard.aws
                            .call("DeregisterType", "Type", "HOOK", "TypeName", Guard.NAME)
                            .text())
                    .contains("more than one active version");
            guard.aws.call("DeregisterType", "Type", "HOOK", "TypeName", Guard.NAME, "VersionId", "00000001");
            assertThat(guard.aws
                            .call("ListTypeVersions", "Type", "HOOK", "TypeName", Guard.NAME)
                            .values("VersionId"))
                    .containsExactly("00000002");
            guard.aws.call("DeregisterType", "Type", "HOOK", "TypeName", Guard.NAME);
            assertThat(guard.aws
                            .call("DescribeType", "Type", "HOOK", "TypeName", Guard.NAME)
                            .value("Code"))
                    .isEqualTo("TypeNotFoundException");
        }

        @Test
        void refusesASchemaWithAllThatIsWrongWithIt() {
            ObjectNode schema = Guard.schema().put("additionalProperties", true).put("colour", "red");
            schema.remove("description");
            schema.putObject("handlers").putObject("preCreate").putArray("targetNames");
            Answer ended = guard.register(Guard.files(schema));
            assertThat(ended.value("ProgressStatus")).isEqualTo("FAILED");
            assertThat(ended.value("Description"))
                    .contains(
                            "schema.json#/colour",
                            "schema.json#/additionalProperties",
                            "schema.json#/description",
                            "schema.json#/handlers/preCreate/targetNames",
                            "schema.json#/handlers/preCreate/permissions");
        }

        @Test
        void refusesThePackageOfAResourceProvider() {
            Map<String, byte[]> files = Guard.files(Guard.schema());
            files.put(".rpdk-config", """
                {"artifact_type": "RESOURCE", "typeName": "Example::Guard::Size", "runtime": "python3.11",
                 "entrypoint": "handlers.hook"}
                """.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            assertThat(guard.register(files).value("Description")).contains("expected 'HOOK', found 'RESOURCE'");
        }

        @Test
        void refusesAConfigurationThatItDoesNotUnderstandWithItsPlaces() {
            guard.register();
            Answer refused = guard.configure("""
                {"CloudFormationConfiguration": {"HookConfiguration": {"HookInvocationStatus": "ON",
                  "TargetOperations": ["RESOURCE", "NOTHING"], "FailureMode": "FAIL", "StackFilters": {},
                  "Properties": {"Largest": "many", "Colour": "red"}}}}
                """);
            assertThat(refused.value("Code")).isEqualTo("CFNRegistryException");
            String at = "/CloudFormationConfiguration/HookConfiguration/";
            assertThat(refused.value("Message"))
                    .contains(
                            at + "HookInvocationStatus: expected one of [ENABLED, DISABLED], found \"ON\"",
                            at + "TargetOperations: ",
                            at + "StackFilters: ",
                            at + "Properties/Largest",
                            at + "Properties");
        }

        @Test
        void describesAConfigurationWithoutItsSecrets() {
            guard.register();
            guard.enable("FAIL", ", \"Properties\": {\"Largest\": \"7\", \"ApiKey\": \"hidden\"}");
            Answer told = guard.aws.call(
                    "BatchDescribeTypeConfigurations",
                    "TypeConfigurationIdentifiers.member.1.Type",
                    "HOOK",
                    "TypeConfigurationIdentifiers.member.1.TypeName",
                    Guard.NAME);
            assertThat(told.value("Configuration"))
                    .contains("\"Largest\":\"7\"", "ENABLED")
                    .doesNotContain("hidden");
        }
    }

    @Nested
    class AHook {

        @BeforeEach
        void register() {
            guard.register();
        }

        @Test
        void isNotAskedUntilItIsConfigured() {
            assertThat(guard.thing("large", 9).status()).isEqualTo(201);
        }

        @ParameterizedTest
        @CsvSource({
            "'\"TargetStacks\": \"NONE\"', 201",
            "'\"TargetStacks\": \"ALL\"', 403",
            "'\"HookInvocationStatus\": \"DISABLED\", \"TargetOperations\": [\"RESOURCE\"]', 201",
            "'\"HookInvocationStatus\": \"ENABLED\", \"TargetOperations\": [\"STACK\"]', 201",
            "'\"HookInvocationStatus\": \"ENABLED\", \"TargetOperations\": [\"CLOUD_CONTROL\"]', 201"
        })
        void isAskedOfWhatItsConfigurationSays(String members, int status) {
            assertThat(guard.configure("{\"CloudFormationConfiguration\": {\"HookConfiguration\": {" + members
                                    + ", \"FailureMode\": \"FAIL\"}}}")
                            .status())
                    .isEqualTo(200);
            assertThat(guard.thing("large", 9).status()).isEqualTo(status);
        }

        @ParameterizedTest
        @CsvSource({
            "'{\"Actions\": [\"Update\"]}', 201",
            "'{\"Actions\": [\"Create\"]}', 403",
            "'{\"TargetNames\": [\"Fairlead::Lab::Th*\"], \"InvocationPoints\": [\"PRE_PROVISION\"]}', 403",
            "'{\"TargetNames\": [\"Fairlead::Lab::Box\"]}', 201",
            "'{\"Targets\": [{\"TargetName\": \"Fairlead::Lab::Thing\", \"Action\": \"CREATE\"}]}', 403",
            "'{\"Targets\": [{\"TargetName\": \"Fairlead::Lab::Thing\", \"Action\": \"DELETE\"}]}', 201"
        })
        void isAskedOfWhatItsFiltersSay(String filters, int status) {
            guard.enable("FAIL", ", \"TargetFilters\": " + filters);
            assertThat(guard.thing("large", 9).status()).isEqualTo(status);
        }

        @Test
        void refusesACreateWithItsNameAndItsReason() {
            guard.enable("FAIL", ", \"Properties\": {\"Largest\": \"7\"}");
            Plane.Answer refused = guard.thing("large", 9);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.code()).isEqualTo("HookFailed");
            assertThat(refused.json().at("/error/message").asString())
                    .isEqualTo("The following hook(s) failed: [Example::Guard::Size] Larger than 7.");
            assertThat(guard.plane.get(Plane.THINGS + "/large" + Plane.VERSION).status())
                    .isEqualTo(404);
            assertThat(guard.thing("small", 7).status()).isEqualTo(201);
        }

        @Test
        void isAskedOfUpdatesWithWhatWasBefore() {
            guard.enable("FAIL", "");
            guard.thing("one", 3);
            assertThat(guard.thing("one", 4).status()).isEqualTo(200);
            Plane.Answer refused = guard.thing("one", 2);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json().at("/error/message").asString()).contains("It must not shrink.");
        }

        @Test
        void isAskedOfDeletions() {
            guard.enable("FAIL", "");
            guard.thing("kept", 1);
            guard.thing("gone", 1);
            assertThat(guard.plane
                            .send("DELETE", Plane.THINGS + "/kept" + Plane.VERSION, "")
                            .code())
                    .isEqualTo("HookFailed");
            assertThat(guard.plane
                            .send("DELETE", Plane.THINGS + "/gone" + Plane.VERSION, "")
                            .status())
                    .isEqualTo(200);
        }

        @Test
        void getsTheRequestOfTheContract() {
            guard.enable("FAIL", ", \"Properties\": {\"Largest\": \"7\"}");
            String message = guard.thing("echo", 9).json().at("/error/message").asString();
            JsonNode event = tools.jackson.databind.json.JsonMapper.shared()
                    .readTree(message.substring(message.indexOf("] ") + 2));
            assertThat(event.path("actionInvocationPoint").asString()).isEqualTo("CREATE_PRE_PROVISION");
            assertThat(event.path("hookTypeName").asString()).isEqualTo(Guard.NAME);
            assertThat(event.path("hookTypeVersion").asString()).isEqualTo("00000001");
            assertThat(event.at("/hookModel/Largest").asString()).isEqualTo("7");
            assertThat(event.at("/requestData/targetName").asString()).isEqualTo("Fairlead::Lab::Thing");
            assertThat(event.at("/requestData/targetType").asString()).isEqualTo("RESOURCE");
            assertThat(event.at("/requestData/targetModel/resourceProperties/Size")
                            .asInt())
                    .isEqualTo(9);
            assertThat(((ArrayNode) event.at("/requestData/callerCredentials")).size())
                    .isEqualTo(3);
            assertThat(event.path("clientRequestToken").asString()).isNotEmpty();
            assertThat(event.path("stackId").asString()).isNotEmpty();
        }

        @Test
        void warnsOnlyIfItsFailureModeIsThat() {
            guard.enable("WARN", "");
            Plane.Answer made = guard.thing("large", 9);
            assertThat(made.status()).isEqualTo(201);
            assertThat(made.header("x-fairlead-policy-warning"))
                    .isEqualTo("would be refused by the hook [Example::Guard::Size] Larger than 5.");
        }

        @ParameterizedTest
        @CsvSource({
            "raises, can't judge that",
            "garbage, no progress event",
            "unknown, PERHAPS",
            "forever, not come to an end within 60 s"
        })
        void thatDoesNotAnswerRefuses(String name, String reason) {
            guard.enable("FAIL", "");
            Plane.Answer refused = guard.thing(name, 1);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.json().at("/error/message").asString()).contains(reason);
            guard.enable("WARN", "");
            assertThat(guard.thing(name, 1).status()).isEqualTo(201);
        }

        @Test
        void isCalledAgainWhenItAsksForThat() {
            guard.enable("FAIL", "");
            assertThat(guard.thing("later", 1).json().at("/error/message").asString())
                    .contains("Asked 2 times.");
        }

        @Test
        void isNamedByWhatIfAndNotAsked() {
            guard.enable("FAIL", "");
            Plane.Answer told = guard.plane.send("POST", Plane.THINGS + "/large/whatIf" + Plane.VERSION, """
                {"location": "local", "properties": {"Size": 9}}
                """);
            assertThat(told.header("x-fairlead-policy-warning"))
                    .isEqualTo("would be asked of the hook Example::Guard::Size");
            assertThat(told.response().body()).doesNotContain("HookFailed");
        }

        @Test
        void isNotAskedWhereNothingChanges() {
            guard.thing("large", 9);
            guard.enable("FAIL", "");
            assertThat(guard.thing("large", 9).status()).isEqualTo(200);
        }

        @Test
        void isRecorded() {
            guard.enable("FAIL", ", \"Properties\": {\"Largest\": \"7\", \"ApiKey\": \"hidden\"}");
            guard.thing("large", 9);
            guard.close();
            guard = new Guard(folder);
            assertThat(guard.plane
                            .get("/fairlead/audit?resource=" + Plane.THINGS + "/large")
                            .response()
                            .body())
                    .contains("Refused", "HookFailed", "Larger than 7.");
            assertThat(guard.plane.get("/fairlead/audit").response().body())
                    .contains("SetTypeConfiguration", "ENABLED")
                    .doesNotContain("hidden");
            assertThat(guard.thing("large", 9).code()).as("after a restart").isEqualTo("HookFailed");
        }
    }

    @Nested
    class CloudControl {

        @BeforeEach
        void register() {
            guard.register();
        }

        private JsonNode create(int size) {
            return guard.cloudControl("CreateResource", """
                {"TypeName": "Fairlead::Lab::Thing", "DesiredState": "{\\"Size\\": %d}"}
                """.formatted(size)).path("ProgressEvent");
        }

        private JsonNode status(JsonNode begun) {
            return guard.cloudControl(
                    "GetResourceRequestStatus",
                    "{\"RequestToken\": \"" + begun.path("RequestToken").asString() + "\"}");
        }

        @Test
        void tellsARefusalByARequestThatHasFailed() {
            guard.enable("FAIL", "");
            JsonNode refused = create(9);
            assertThat(refused.path("OperationStatus").asString()).isEqualTo("FAILED");
            assertThat(refused.path("ErrorCode").asString()).isEqualTo("AccessDenied");
            assertThat(refused.path("StatusMessage").asString()).contains(Guard.NAME, "Larger than 5.");

            JsonNode told = status(refused);
            assertThat(told.at("/ProgressEvent/HooksRequestToken").asString()).isNotEmpty();
            JsonNode hook = told.at("/HooksProgressEvent/0");
            assertThat(hook.path("HookTypeName").asString()).isEqualTo(Guard.NAME);
            assertThat(hook.path("HookTypeVersionId").asString()).isEqualTo("00000001");
            assertThat(hook.path("HookTypeArn").asString()).contains(":type/hook/Example-Guard-Size");
            assertThat(hook.path("InvocationPoint").asString()).isEqualTo("PRE_PROVISION");
            assertThat(hook.path("HookStatus").asString()).isEqualTo("HOOK_COMPLETE_FAILED");
            assertThat(hook.path("HookStatusMessage").asString()).isEqualTo("Larger than 5.");
            assertThat(hook.path("FailureMode").asString()).isEqualTo("FAIL");
        }

        @Test
        void theRegistryListsWhatHooksHaveSaid() {
            guard.enable("FAIL", "");
            String token =
                    status(create(9)).at("/ProgressEvent/HooksRequestToken").asString();
            create(1);

            Answer all = guard.aws.call("ListHookResults");
            assertThat(all.values("Status")).containsExactly("HOOK_COMPLETE_SUCCEEDED", "HOOK_COMPLETE_FAILED");
            assertThat(all.values("TypeName")).containsOnly(Guard.NAME);
            assertThat(all.value("InvokedAt")).isNotEmpty();

            Answer of = guard.aws.call("ListHookResults", "TargetType", "CLOUD_CONTROL", "TargetId", token);
            assertThat(of.value("TargetId")).isEqualTo(token);
            assertThat(of.values("HookStatusReason")).containsExactly("Larger than 5.");
            assertThat(of.text()).doesNotContain("InvokedAt");

            String arn = all.value("TypeArn");
            Answer failed = guard.aws.call("ListHookResults", "TypeArn", arn, "Status", "HOOK_COMPLETE_FAILED");
            assertThat(failed.values("HookResultId")).isEqualTo(of.values("HookResultId"));

            Answer one = guard.aws.call("GetHookResult", "HookResultId", of.value("HookResultId"));
            assertThat(one.value("TargetTypeName")).isEqualTo("Fairlead::Lab::Thing");
            assertThat(one.value("Action")).isEqualTo("CREATE");
            assertThat(one.value("FailureMode")).isEqualTo("FAIL");
        }

        @Test
        void theRegistrySaysWhatThereIsNoResultOf() {
            assertThat(guard.aws
                            .call("GetHookResult", "HookResultId", "00000000-0000-4000-8000-000000000000")
                            .value("Code"))
                    .isEqualTo("HookResultNotFound");
            assertThat(guard.aws
                            .call("ListHookResults", "TargetType", "CHANGE_SET", "TargetId", "none")
                            .value("Code"))
                    .isEqualTo("HookResultNotFound");
            assertThat(guard.aws.call("ListHookResults", "TargetId", "none").value("Code"))
                    .isEqualTo("ValidationError");
            assertThat(guard.aws
                            .call("ListHookResults", "Status", "HOOK_FAILED")
                            .value("Code"))
                    .isEqualTo("ValidationError");
            assertThat(guard.aws.call("ListHookResults", "NextToken", "bm9uZQ").value("Code"))
                    .isEqualTo("ValidationError");
            assertThat(guard.aws.call("ListHookResults").values("member")).isEmpty();
        }

        @Test
        void tellsOfHooksThatHaveAgreed() {
            guard.enable("FAIL", "");
            JsonNode told = status(create(1));
            assertThat(told.at("/ProgressEvent/OperationStatus").asString()).isEqualTo("SUCCESS");
            assertThat(told.at("/HooksProgressEvent/0/HookStatus").asString()).isEqualTo("HOOK_COMPLETE_SUCCEEDED");
        }

        @Test
        void isAskedForByAnOperationOfItsOwn() {
            guard.configure("""
                {"CloudFormationConfiguration": {"HookConfiguration": {"HookInvocationStatus": "ENABLED",
                  "TargetOperations": ["CLOUD_CONTROL"], "FailureMode": "FAIL"}}}
                """);
            assertThat(create(9).path("OperationStatus").asString()).isEqualTo("FAILED");
            assertThat(guard.thing("large", 9).status()).isEqualTo(201);
        }

        @Test
        void tellsOfNoHookWhereNoneWasAsked() {
            JsonNode told = status(create(1));
            assertThat(told.has("HooksProgressEvent")).isFalse();
            assertThat(told.at("/ProgressEvent").has("HooksRequestToken")).isFalse();
        }
    }
}
