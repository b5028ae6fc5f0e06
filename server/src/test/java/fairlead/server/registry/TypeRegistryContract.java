package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.TypeName;
import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import fairlead.server.type.Archives;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The type registry as the clients of CloudFormation see it, on whatever database.
abstract class TypeRegistryContract {

    private static final String NAME = "Example::Web::Note";
    private static final String ARN = "arn:aws:cloudformation:eu-west-1:000000000000:type/resource/Example-Web-Note";

    @TempDir
    Path folder;

    private Plane plane;
    private AwsClient aws;

    abstract Plane open(Duration patience);

    @BeforeEach
    void start() {
        plane = open(Duration.ofMinutes(1));
        aws = new AwsClient(plane);
    }

    @AfterEach
    void stop() {
        aws.close();
        plane.close();
    }

    /// The package of a type that has no handler, and so is simulated.
    private static byte[] note(String description, String... more) {
        String schema = """
            {"typeName": "Example::Web::Note", "description": "%s", "additionalProperties": false,
             "properties": {"Name": {"type": "string", "minLength": 1, "maxLength": 20}, "Text": {"type": "string"}},
             "required": ["Name"], "primaryIdentifier": ["/properties/Name"],
             "createOnlyProperties": ["/properties/Name"]%s,
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "update": {"permissions": []},
                          "delete": {"permissions": []}, "list": {"permissions": []}}}
            """.formatted(description, String.join("", more));
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", schema.getBytes(StandardCharsets.UTF_8));
        files.put(".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8));
        return Archives.zip(files);
    }

    private Answer register(byte[] archive) {
        aws.s3("PUT", "/packages/note.zip", archive);
        return registered("s3://packages/note.zip");
    }

    private Answer registered(String source) {
        String token = aws.call("RegisterType", "TypeName", NAME, "SchemaHandlerPackage", source)
                .value("RegistrationToken");
        return aws.call("DescribeTypeRegistration", "RegistrationToken", token);
    }

    private Answer describe(String... parameters) {
        return aws.call("DescribeType", parameters);
    }

    private Answer note() {
        return describe("Type", "RESOURCE", "TypeName", NAME);
    }

    @Nested
    class ARegistration {

        @Test
        void endsWithTheNamesOfTheTypeAndTheVersion() {
            Answer ended = register(note("one"));

            assertThat(ended.value("ProgressStatus")).isEqualTo("COMPLETE");
            assertThat(ended.value("TypeArn")).isEqualTo(ARN);
            assertThat(ended.value("TypeVersionArn")).isEqualTo(ARN + "/00000001");
            assertThat(ended.value("Description")).contains("simulated", "Example.Web/notes");
        }

        @Test
        void failsWithEverythingThatIsWrongWithThePackage() {
            Answer ended = register(note("one", ", \"writeOnlyProperties\": [\"/properties/Nope\"], \"colour\": 1"));

            assertThat(ended.value("ProgressStatus")).isEqualTo("FAILED");
            assertThat(ended.value("Description")).contains("Nope", "colour");
            assertThat(ended.values("TypeVersionArn")).isEmpty();
            assertThat(note().value("Code")).isEqualTo("TypeNotFoundException");
        }

        @Test
        void failsWithoutAPackage() {
            Answer ended = registered("s3://packages/nothing.zip");

            assertThat(ended.value("ProgressStatus")).isEqualTo("FAILED");
            assertThat(ended.value("Description")).contains("s3://packages/nothing.zip");
        }

        @Test
        void failsIfThePackageHasAnotherType() {
            aws.s3("PUT", "/packages/note.zip", note("one"));
            String token = aws.call(
                            "RegisterType",
                            "TypeName",
                            "Example::Web::Other",
                            "SchemaHandlerPackage",
                            "s3://packages/note.zip")
                    .value("RegistrationToken");

            Answer ended = aws.call("DescribeTypeRegistration", "RegistrationToken", token);
            assertThat(ended.value("Description")).contains("expected the schema of Example::Web::Other");
        }

        @Test
        void takesThePackageByItsAddressOnThisServer() {
            aws.s3("PUT", "/packages/note.zip", note("one"));

            assertThat(registered(plane.url() + "/packages/note.zip").value("ProgressStatus"))
                    .isEqualTo("COMPLETE");
        }

        @Test
        void fetchesNothingFromElsewhere() {
            Answer refused = aws.call(
                    "RegisterType", "TypeName", NAME, "SchemaHandlerPackage", "https://example.org/packages/note.zip");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.value("Code")).isEqualTo("CFNRegistryException");
            assertThat(refused.value("Message")).contains("nothing is fetched from elsewhere");
        }

        @Test
        void isTheSameForTheSameClientToken() {
            aws.s3("PUT", "/packages/note.zip", note("one"));
            String[] request = {
                "TypeName", NAME, "SchemaHandlerPackage", "s3://packages/note.zip", "ClientRequestToken", "once"
            };
            String[] another = {
                "TypeName", NAME, "SchemaHandlerPackage", "s3://packages/other.zip", "ClientRequestToken", "once"
            };

            String first = aws.call("RegisterType", request).value("RegistrationToken");

            assertThat(aws.call("RegisterType", request).value("RegistrationToken"))
                    .isEqualTo(first);
            assertThat(aws.call("RegisterType", another).value("Code")).isEqualTo("CFNRegistryException");
        }

        @Test
        void isOneHoweverOftenTheSameRequestComesAtOnce() throws Exception {
            aws.s3("PUT", "/packages/note.zip", note("one"));
            String[] request = {
                "TypeName", NAME, "SchemaHandlerPackage", "s3://packages/note.zip", "ClientRequestToken", "once"
            };
            CyclicBarrier together = new CyclicBarrier(8);
            Set<String> tokens = new HashSet<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Answer> answer : threads.invokeAll(Collections.<Callable<Answer>>nCopies(8, () -> {
                    together.await();
                    return aws.call("RegisterType", request);
                }))) {
                    assertThat(answer.get().status()).isEqualTo(200);
                    tokens.add(answer.get().value("RegistrationToken"));
                }
            }

            assertThat(tokens).hasSize(1);
        }

        @Test
        void isToldOnceItHasEnded() {
            stop();
            plane = open(Duration.ZERO);
            aws = new AwsClient(plane);

            assertThat(register(note("one")).value("ProgressStatus")).isEqualTo("COMPLETE");
        }

        @Test
        void isListedByItsState() {
            register(note("one"));
            registered("s3://packages/nothing.zip");

            assertThat(aws.call("ListTypeRegistrations").values("member")).isEmpty();
            assertThat(aws.call("ListTypeRegistrations", "RegistrationStatusFilter", "COMPLETE")
                            .values("member"))
                    .hasSize(1);
            assertThat(aws.call("ListTypeRegistrations", "RegistrationStatusFilter", "FAILED", "TypeArn", ARN)
                            .values("member"))
                    .hasSize(1);
        }

        @Test
        void ofAnUnknownTokenIsUnknown() {
            Answer refused = aws.call("DescribeTypeRegistration", "RegistrationToken", "nothing");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.value("Code")).isEqualTo("CFNRegistryException");
            assertThat(refused.value("Message")).contains("No registration token matches");
        }
    }

    @Nested
    class AType {

        @Test
        void isDescribedWithItsSchema() {
            register(note("<one> & \\\"two\\\""));

            Answer type = note();

            assertThat(type.status()).isEqualTo(200);
            assertThat(type.value("Arn")).isEqualTo(ARN + "/00000001");
            assertThat(type.value("Visibility")).isEqualTo("PRIVATE");
            assertThat(type.value("IsDefaultVersion")).isEqualTo("true");
            assertThat(type.value("TypeTestsStatus")).isEqualTo("NOT_TESTED");
            assertThat(type.value("ProvisioningType")).isEqualTo("FULLY_MUTABLE");
            assertThat(type.value("DeprecatedStatus")).isEqualTo("LIVE");
            assertThat(type.value("Description")).isEqualTo("<one> & \"two\"");
            JsonNode schema = JsonMapper.shared().readTree(type.value("Schema"));
            assertThat(schema.path("typeName").stringValue()).isEqualTo(NAME);
        }

        @Test
        void keepsWhatWasSaidWithItsRegistration() {
            aws.s3("PUT", "/packages/note.zip", note("one"));
            aws.call(
                    "RegisterType",
                    "TypeName",
                    NAME,
                    "SchemaHandlerPackage",
                    "s3://packages/note.zip",
                    "ExecutionRoleArn",
                    "arn:aws:iam::000000000000:role/runner",
                    "LoggingConfig.LogRoleArn",
                    "arn:aws:iam::000000000000:role/logger",
                    "LoggingConfig.LogGroupName",
                    "notes");

            Answer type = note();

            assertThat(type.value("ExecutionRoleArn")).endsWith("role/runner");
            assertThat(type.value("LogRoleArn")).endsWith("role/logger");
            assertThat(type.value("LogGroupName")).isEqualTo("notes");
        }

        @Test
        void isListedPageByPage() {
            register(note("one"));
            String[] all = {"Visibility", "PUBLIC", "MaxResults", "3"};

            Answer first = aws.call("ListTypes", all);
            Answer second = aws.call(
                    "ListTypes", "Visibility", "PUBLIC", "MaxResults", "3", "NextToken", first.value("NextToken"));

            assertThat(first.values("TypeName")).hasSize(3);
            assertThat(second.values("TypeName")).hasSize(3).doesNotContainAnyElementsOf(first.values("TypeName"));
            assertThat(aws.call("ListTypes", "Filters.TypeNamePrefix", "Example::")
                            .values("TypeName"))
                    .containsExactly(NAME);
            assertThat(aws.call("ListTypes", "ProvisioningType", "IMMUTABLE").values("TypeName"))
                    .isEmpty();
        }

        @Test
        void thatShipsWithTheProgramIsPublicAndActive() {
            Answer thing = describe("Type", "RESOURCE", "TypeName", "Fairlead::Lab::Thing");

            assertThat(thing.value("Visibility")).isEqualTo("PUBLIC");
            assertThat(thing.value("IsActivated")).isEqualTo("true");
            assertThat(describe("Arn", thing.value("Arn")).value("TypeName")).isEqualTo("Fairlead::Lab::Thing");
            assertThat(aws.call("ActivateType", "PublicTypeArn", thing.value("Arn"))
                            .status())
                    .isEqualTo(200);
            assertThat(aws.call("DeactivateType", "Type", "RESOURCE", "TypeName", "Fairlead::Lab::Thing")
                            .value("Code"))
                    .isEqualTo("CFNRegistryException");
        }

        @Test
        void thatIsAlmostThereIsNotFoundWithItsName() {
            register(note("one"));

            for (String action : List.of("DescribeType", "ListTypeVersions", "TestType")) {
                Answer refused = aws.call(action, "Type", "RESOURCE", "TypeName", "Example::Web::Noet");

                assertThat(refused.value("Message"))
                        .isEqualTo("The type 'Example::Web::Noet' cannot be found. Did you mean 'Example::Web::Note'?");
            }
        }

        @Test
        void thatIsUnknownIsNotFound() {
            Answer refused = note();

            assertThat(refused.status()).isEqualTo(404);
            assertThat(refused.value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(refused.value("Message")).isEqualTo("The type 'Example::Web::Note' cannot be found.");
            assertThat(describe("Type", "HOOK", "TypeName", NAME).value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(describe("Arn", ARN.replace("000000000000", "111122223333"))
                            .value("Code"))
                    .isEqualTo("TypeNotFoundException");
            assertThat(describe("Arn", ARN.replace("Example-Web-Note", "Example"))
                            .value("Message"))
                    .isEqualTo("TypeName is invalid");
        }
    }

    @Nested
    class Versions {

        @BeforeEach
        void registerTwo() {
            register(note("one"));
            register(note("two"));
        }

        private Answer list(String... more) {
            String[] parameters = {"Type", "RESOURCE", "TypeName", NAME, "DeprecatedStatus", "LIVE"};
            if (more.length > 0) {
                parameters[5] = more[0];
            }
            return aws.call("ListTypeVersions", parameters);
        }

        @Test
        void waitUntilTheyAreMadeTheDefault() {
            assertThat(list().values("VersionId")).containsExactly("00000001", "00000002");
            assertThat(list().values("IsDefaultVersion")).containsExactly("true", "false");
            assertThat(note().value("Description")).isEqualTo("one");

            aws.call("SetTypeDefaultVersion", "Arn", ARN + "/00000002");

            assertThat(note().value("Description")).isEqualTo("two");
            assertThat(describe("Type", "RESOURCE", "TypeName", NAME, "VersionId", "00000001")
                            .value("IsDefaultVersion"))
                    .isEqualTo("false");
        }

        @Test
        void areDeregisteredOneByOneAndTheTypeWithTheLast() {
            assertThat(aws.call("DeregisterType", "Arn", ARN).value("Message"))
                    .contains("more than one active version");
            assertThat(aws.call("DeregisterType", "Arn", ARN + "/00000001").value("Message"))
                    .isEqualTo("Version '00000001' is the default version and cannot be deregistered. Deregister the"
                            + " resource type 'Example::Web::Note' instead.");
            assertThat(aws.call("DeregisterType", "Arn", ARN + "/00000002").status())
                    .isEqualTo(200);
            assertThat(aws.call("DeregisterType", "Type", "RESOURCE", "TypeName", NAME)
                            .status())
                    .isEqualTo(200);

            assertThat(note().value("Code")).isEqualTo("TypeNotFoundException");
            assertThat(list().value("Code")).isEqualTo("TypeNotFoundException");
        }

        @Test
        void areRememberedWhenTheyAreGone() {
            aws.call("DeregisterType", "Arn", ARN + "/00000002");
            assertThat(list("DEPRECATED").values("VersionId")).containsExactly("00000002");
            aws.call("DeregisterType", "Arn", ARN);

            Answer gone = describe("Arn", ARN + "/00000001");

            assertThat(gone.value("DeprecatedStatus")).isEqualTo("DEPRECATED");
            assertThat(gone.value("Schema")).contains("one");
            assertThat(list("DEPRECATED").values("VersionId")).containsExactly("00000001", "00000002");
            assertThat(aws.call("ListTypes", "DeprecatedStatus", "DEPRECATED").values("TypeName"))
                    .containsExactly(NAME);
            assertThat(register(note("three")).value("TypeVersionArn")).isEqualTo(ARN + "/00000003");
        }

        @Test
        void stayAsLongAsThereAreResources() {
            String address =
                    Plane.GROUP + "/providers/Example.Web/notes/first?api-version=" + LocalDate.now(ZoneOffset.UTC);
            assertThat(plane.put(address, "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}")
                            .status())
                    .isEqualTo(201);
            aws.call("DeregisterType", "Arn", ARN + "/00000002");

            Answer refused = aws.call("DeregisterType", "Arn", ARN);

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.value("Code")).isEqualTo("CFNRegistryException");
            assertThat(refused.value("Message")).contains("still exists");
        }
    }

    @Nested
    class ATest {

        @Test
        void runsTheContractSuiteAndShowsWhatItFound() {
            register(note("one"));

            String arn =
                    aws.call("TestType", "Type", "RESOURCE", "TypeName", NAME).value("TypeVersionArn");

            assertThat(arn).isEqualTo(ARN + "/00000001");
            Answer ended = tested();
            assertThat(ended.value("TypeTestsStatus")).isEqualTo("PASSED");
            assertThat(ended.value("TypeTestsStatusDescription")).contains("rules held, 0 broken");
        }

        private Answer tested() {
            long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
            while (System.nanoTime() < deadline) {
                Answer type = note();
                if (!type.value("TypeTestsStatus").equals("IN_PROGRESS")) {
                    return type;
                }
                Thread.onSpinWait();
            }
            throw new AssertionError("the tests do not end");
        }

        @Test
        void ofAnUnknownTypeIsRefused() {
            assertThat(aws.call("TestType", "Arn", ARN).value("Code")).isEqualTo("TypeNotFoundException");
        }
    }

    @Nested
    class AConfiguration {

        private static final String DECLARED = """
            , "typeConfiguration": {"properties": {"Token": {"type": "string"}}, "required": ["Token"],
               "additionalProperties": false}
            """;

        private Answer set(String values) {
            return aws.call("SetTypeConfiguration", "Type", "RESOURCE", "TypeName", NAME, "Configuration", values);
        }

        private Answer described(String... identifier) {
            return aws.call("BatchDescribeTypeConfigurations", identifier);
        }

        @Test
        void isToldWithoutItsSecrets() {
            register(note("one", DECLARED));
            String arn = set("{\"Token\": \"s3cret\"}").value("ConfigurationArn");

            Answer found = described("TypeConfigurationIdentifiers.member.1.TypeConfigurationArn", arn);

            assertThat(arn).endsWith(":type-configuration/resource/Example-Web-Note/default");
            assertThat(found.value("Configuration")).isEqualTo("{}");
            assertThat(plane.types()
                            .configured(TypeName.parse(NAME))
                            .path("Token")
                            .asString(""))
                    .isEqualTo("s3cret");
            assertThat(found.value("TypeArn")).isEqualTo(ARN);
            assertThat(found.value("IsDefaultConfiguration")).isEqualTo("true");
            assertThat(note().value("ConfigurationSchema")).contains("Token");
        }

        @Test
        void hasToFitWhatTheTypeDeclares() {
            register(note("one", DECLARED));

            Answer refused = set("{\"Key\": \"s3cret\"}");

            assertThat(refused.value("Code")).isEqualTo("CFNRegistryException");
            assertThat(refused.value("Message")).contains("Token", "Key").doesNotContain("s3cret");
        }

        @Test
        void ofATypeThatDeclaresNoneIsKeptFromItsHandlers() {
            register(note("one"));

            assertThat(set("{\"Any\": 1}").status()).isEqualTo(200);
            assertThat(plane.types().configuration(TypeName.parse(NAME), "")).isEmpty();
        }

        @Test
        void thatIsNotSetIsNotFound() {
            register(note("one", DECLARED));

            Answer none = described(
                    "TypeConfigurationIdentifiers.member.1.Type",
                    "RESOURCE",
                    "TypeConfigurationIdentifiers.member.1.TypeName",
                    NAME);

            assertThat(none.status()).isEqualTo(404);
            assertThat(none.value("Code")).isEqualTo("TypeConfigurationNotFoundException");
        }

        @Test
        void amongOthersThatIsNotSetIsAnErrorOfItsOwn() {
            register(note("one", DECLARED));
            set("{\"Token\": \"s3cret\"}");

            Answer found = described(
                    "TypeConfigurationIdentifiers.member.1.TypeArn",
                    ARN,
                    "TypeConfigurationIdentifiers.member.2.TypeArn",
                    ARN.replace("Note", "Other"));

            assertThat(found.status()).isEqualTo(200);
            assertThat(found.values("Configuration")).hasSize(1);
            assertThat(found.value("ErrorCode")).isEqualTo("TypeConfigurationNotFoundException");
        }
    }

    @Nested
    class ARequest {

        @Test
        void mayComeInTheAddress() {
            String query = AwsClient.form("2010-05-15", "ListTypes", "Visibility", "PUBLIC");

            Answer types = aws.get("/?" + query);

            assertThat(types.status()).isEqualTo(200);
            assertThat(types.values("TypeName")).contains("Fairlead::Lab::Thing");
        }

        @Test
        void isToldEverythingThatIsWrongWithItsParameters() {
            Answer refused = aws.call("RegisterType", "TypeName", "Note", "Type", "THING");

            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.value("Type")).isEqualTo("Sender");
            assertThat(refused.value("Code")).isEqualTo("ValidationError");
            assertThat(refused.value("Message"))
                    .startsWith("3 validation errors detected: ")
                    .contains("'type'", "'typeName'", "'schemaHandlerPackage'");
            assertThat(refused.value("RequestId")).isEqualTo(refused.header("x-amzn-RequestId"));
        }

        @Test
        void ofAnUnknownActionIsRefused() {
            assertThat(aws.call("CreateEverything").value("Code")).isEqualTo("InvalidAction");
            assertThat(aws.post("cloudformation", "2006-01-01", "ListTypes").value("Message"))
                    .isEqualTo("Could not find operation ListTypes for version 2006-01-01");
            assertThat(aws.call("PublishType").value("Code")).isEqualTo("CFNRegistryException");
        }

        @Test
        void learnsWhoSendsIt() {
            Answer identity = aws.post("sts", "2011-06-15", "GetCallerIdentity");

            assertThat(identity.value("Account")).isEqualTo("000000000000");
            assertThat(identity.value("Arn")).isEqualTo("arn:aws:iam::000000000000:user/developer");
        }

        @Test
        void isRefusedInTheNamespaceOfTheService() {
            assertThat(aws.post("sts", "2011-06-15", "AssumeRole").text())
                    .contains("xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\"");
            assertThat(aws.call("CreateStack").text())
                    .contains("xmlns=\"http://cloudformation.amazonaws.com/doc/2010-05-15/\"");
        }
    }
}
