package fairlead.cli.smithy;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.cli.ScriptedServer;
import fairlead.cli.Shell;
import fairlead.cli.Shell.Ran;
import fairlead.cli.session.Exit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SmithyTest {

    private static final String MODEL = """
        $version: "2"
        namespace example
        service Wine { version: "1", resources: [Cellar] }
        resource Cellar {
            identifiers: {cellarName: String}
            put: PutCellar
            read: GetCellar
            delete: DeleteCellar
        }
        @idempotent
        operation PutCellar { input := { @required cellarName: String, temperature: Float } }
        @readonly
        operation GetCellar {
            input := { @required cellarName: String }
            output := { temperature: Float }
        }
        @idempotent
        operation DeleteCellar { input := { @required cellarName: String } }
        """;

    private static final String ROOMS = """
        $version: "2"
        namespace rooms
        use aws.protocols#awsJson1_0
        @awsJson1_0
        service Rooms { version: "1", resources: [Room] }
        resource Room { identifiers: { roomIdentifier: String }, create: CreateRoom, read: GetRoom, delete: DeleteRoom }
        operation CreateRoom { input := { size: Integer }, output := {} }
        @readonly
        operation GetRoom { input := { @required roomIdentifier: String }, output := { size: Integer } }
        @idempotent
        operation DeleteRoom { input := { @required roomIdentifier: String }, output := {} }
        """;

    /// Nothing listens there.
    private static final String NOWHERE = "http://127.0.0.1:1";

    private static final String OVERLAY = """
        $version: "2"
        namespace example.more
        use aws.api#service
        use aws.api#arn
        use example#Wine
        use example#Cellar
        apply Wine @service(sdkId: "Wine Service")
        apply Cellar @arn(template: "cellar/{cellarName}")
        """;

    @TempDir
    private Path folder;

    private final Shell shell = new Shell("http://127.0.0.1:1");
    private String model = "";
    private String overlay = "";

    @BeforeEach
    void write() throws IOException {
        model = Files.writeString(folder.resolve("wine.smithy"), MODEL).toString();
        overlay =
                Files.writeString(folder.resolve("wine-traits.smithy"), OVERLAY).toString();
    }

    @Test
    void modelsBecomeSchemas() throws IOException {
        Path schemas = folder.resolve("schemas");

        Ran ran = shell.run("smithy", "import", model, "--organization", "Acme", "-d", schemas.toString());

        assertThat(ran.exit()).isZero();
        assertThat(ran.out()).contains("Acme::Wine::Cellar").contains("create, read, update, delete");
        JsonNode schema = JsonMapper.shared().readTree(Files.readString(schemas.resolve("acme-wine-cellar.json")));
        assertThat(schema.path("primaryIdentifier").toString()).isEqualTo("[\"/properties/CellarName\"]");
        assertThat(shell.run("validate", schemas.toString()).exit()).isZero();
    }

    @Test
    void whatASchemaCanNotSayIsARegistrationFileBesideIt() throws IOException {
        Path schemas = folder.resolve("registered");

        shell.run("smithy", "import", model, overlay, "--organization", "Acme", "-d", schemas.toString());

        String registration = Files.readString(schemas.resolve("acme-wine-cellar.fairlead.json"));
        assertThat(JsonMapper.shared().readTree(registration).path("arn").asString())
                .isEqualTo("arn:{AWS::Partition}:wine:{AWS::Region}:{AWS::AccountId}:cellar/{CellarName}");
        assertThat(shell.run("validate", schemas.toString()).exit()).isZero();
    }

    @Test
    void whatWillNotBeAsOneThinksIsSaidInAdvance() {
        Ran ran = shell.run("smithy", "import", model, "--organization", "Acme", "-d", folder.toString());

        assertThat(ran.exit()).isZero();
        assertThat(ran.err())
                .contains("Acme::Wine::Cellar  warning  smithy.tags-kept-here  without a handler: tags are kept");
    }

    @Test
    void aTypeThatCanNotWorkIsNotRegistered() throws IOException {
        String rooms = Files.writeString(folder.resolve("rooms.smithy"), ROOMS).toString();

        Ran ran = shell.run(
                "register", "--smithy", rooms, "--organization", "Acme", "--endpoint", NOWHERE, "--skip-tests");

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err())
                .contains("Acme::Rooms::Room  error  smithy.identifier-untold")
                .contains("Acme::Rooms::Room can't be served by its model alone");
    }

    @Test
    void aServiceThatDoesNotAnswerIsSaidBeforeTheTests() {
        Ran ran = shell.run("register", "--smithy", model, "--organization", "Acme", "--endpoint", NOWHERE);

        assertThat(ran.exit()).isEqualTo(Exit.UNREACHABLE.code());
        assertThat(ran.err()).contains("nothing answers at " + NOWHERE);
    }

    @Test
    void typesNeedAnOrganization() {
        Ran ran = shell.run("smithy", "import", model, "-d", folder.toString());

        assertThat(ran.exit()).isEqualTo(Exit.FAILED.code());
        assertThat(ran.err()).contains("conversion.organization");
    }

    @Test
    void overlaysGiveTraitsToAModel() {
        assertThat(shell.run("smithy", "arn", model, overlay).out())
                .contains("example#Cellar")
                .contains("arn:{AWS::Partition}:wine:{AWS::Region}:{AWS::AccountId}:cellar/{cellarName}");
    }

    @Test
    void anArnMeansAResource() {
        String arn = "arn:aws:wine:eu-west-1:123456789012:cellar/north";

        assertThat(shell.run("smithy", "arn", model, overlay, "--find", arn).out())
                .contains("cellarName=north");
        assertThat(shell.run("smithy", "arn", model, overlay, "--find", "arn:aws:s3:::x")
                        .exit())
                .isEqualTo(Exit.NOT_FOUND.code());
    }

    @Test
    void rulesThatAModelBreaksAreNamedWithTheirPlace() {
        Ran ran = shell.run("smithy", "validate", model, overlay);

        assertThat(ran.exit()).isZero();
        assertThat(ran.err())
                .contains("wine.smithy:3:1  warning  service.sdkId")
                .contains("SHOULD NOT");
    }

    @Test
    void aModelThatCanNotBeReadIsRefusedWithItsPlace() throws IOException {
        Path broken = Files.writeString(folder.resolve("broken.smithy"), "$version: \"2\"\nnamespace\n");

        Ran ran = shell.run("smithy", "import", broken.toString());

        assertThat(ran.exit()).isEqualTo(Exit.INVALID.code());
        assertThat(ran.err()).contains("broken.smithy:2:");
    }

    @Test
    void aFileThatIsNotThereIsRefused() {
        assertThat(shell.run("smithy", "validate", "nowhere.smithy").exit()).isEqualTo(Exit.USAGE.code());
    }

    @Test
    void idsOfServicesAreSuggestedAndChecked() {
        assertThat(shell.run("smithy", "sdk-id", "Amazon API Gateway").out())
                .contains("API Gateway", "apigateway", "ApiGatewayClient");
        assertThat(shell.run("smithy", "sdk-id", "--check", "AWS Thing").exit()).isEqualTo(Exit.FAILED.code());
    }

    private static final String ENDPOINTS = """
        $version: "2"
        namespace example
        use aws.api#clientDiscoveredEndpoint
        use aws.api#clientEndpointDiscovery
        use aws.api#clientEndpointDiscoveryId
        use aws.protocols#awsJson1_0
        @awsJson1_0
        @clientEndpointDiscovery(operation: DescribeEndpoints, error: InvalidEndpoint)
        service Reports { version: "1", operations: [DescribeEndpoints, GetReport, ListReports] }
        operation DescribeEndpoints {
            input := { Operation: String, Identifiers: Identifiers }
            output := { Endpoints: Endpoints }
            errors: [InvalidEndpoint]
        }
        map Identifiers { key: String, value: String }
        list Endpoints { member: Endpoint }
        structure Endpoint { Address: String, CachePeriodInMinutes: Long }
        @error("client") structure InvalidEndpoint {}
        @clientDiscoveredEndpoint(required: true)
        operation GetReport { input := { @required @clientEndpointDiscoveryId reportId: String }, errors: [InvalidEndpoint] }
        @clientDiscoveredEndpoint(required: false)
        operation ListReports { input := {}, errors: [InvalidEndpoint] }
        """;

    @Test
    void operationsWithEndpointsOfTheirOwnAreListed() throws IOException {
        Path reports = Files.writeString(folder.resolve("reports.smithy"), ENDPOINTS);

        assertThat(shell.run("smithy", "endpoint", reports.toString()).out())
                .contains("GetReport", "yes", "reportId", "ListReports", "no", "DescribeEndpoints");
        assertThat(shell.run(
                                "smithy",
                                "endpoint",
                                reports.toString(),
                                "--operation",
                                "GetReport",
                                "--input",
                                "reportId=r-1")
                        .out())
                .contains("{\"Operation\":\"GetReport\",\"Identifiers\":{\"reportId\":\"r-1\"}}")
                .doesNotContain("ListReports");
        assertThat(shell.run("smithy", "endpoint", model).exit()).isEqualTo(Exit.NOT_FOUND.code());
    }

    @Test
    void endpointsAreAskedFor() throws IOException {
        Path reports = Files.writeString(folder.resolve("reports.smithy"), ENDPOINTS);
        try (ScriptedServer server = new ScriptedServer()) {
            server.on(
                    "POST /",
                    ScriptedServer.reply(
                            200, "{\"Endpoints\":[{\"Address\":\"r-1.example.com\",\"CachePeriodInMinutes\":10}]}"),
                    ScriptedServer.reply(400, "{\"__type\":\"AccessDenied\",\"message\":\"not you\"}"));
            String[] command = {
                "smithy",
                "endpoint",
                reports.toString(),
                "--operation",
                "GetReport",
                "--input",
                "reportId=r-1",
                "--endpoint",
                server.url()
            };

            assertThat(shell.run(command).out()).contains("https://r-1.example.com", "10");
            assertThat(server.asked("POST /").getFirst().json().toString())
                    .isEqualTo("{\"Operation\":\"GetReport\",\"Identifiers\":{\"reportId\":\"r-1\"}}");
            Ran refused = shell.run(command);
            assertThat(refused.exit()).isEqualTo(Exit.FAILED.code());
            assertThat(refused.err()).contains("AccessDenied");
        }
    }
}
