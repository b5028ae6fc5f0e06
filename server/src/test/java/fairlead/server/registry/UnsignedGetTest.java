package fairlead.server.registry;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane;
import fairlead.server.registry.AwsClient.Answer;
import fairlead.server.type.Archives;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a web page can make a browser send by the address of an image: a GET whose signature is not verified.
class UnsignedGetTest {

    private static final String NAME = "Example::Web::Note";

    /// What every action of the registry finds something to do with.
    private static final String[] PARAMETERS = {
        "Type",
        "RESOURCE",
        "TypeName",
        NAME,
        "VersionId",
        "00000002",
        "SchemaHandlerPackage",
        "s3://packages/note.zip",
        "Configuration",
        "{\"Colour\": \"red\"}"
    };

    private static final String PRESIGNED = "&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20261121T120000Z"
            + "&X-Amz-Expires=3600&X-Amz-SignedHeaders=host&X-Amz-Signature=" + "0".repeat(64)
            + "&X-Amz-Credential=A/20261121/eu-west-1/";

    @TempDir
    Path folder;

    private Plane plane;
    private AwsClient aws;

    @BeforeEach
    void registerTwoVersions() {
        plane = Plane.start(folder, Duration.ofMinutes(1));
        aws = new AwsClient(plane);
        for (String description : List.of("one", "two")) {
            aws.s3("PUT", "/packages/note.zip", note(description));
            Answer begun = aws.call("RegisterType", PARAMETERS);
            Answer ended = aws.call("DescribeTypeRegistration", "RegistrationToken", begun.value("RegistrationToken"));
            assertThat(ended.value("ProgressStatus")).as(ended.text()).isEqualTo("COMPLETE");
        }
        aws.s3("PUT", "/packages/note.zip", note("three"));
    }

    @AfterEach
    void stop() {
        aws.close();
        plane.close();
    }

    private static byte[] note(String description) {
        String schema = """
            {"typeName": "Example::Web::Note", "description": "%s", "additionalProperties": false,
             "properties": {"Name": {"type": "string"}}, "primaryIdentifier": ["/properties/Name"],
             "typeConfiguration": {"properties": {"Colour": {"type": "string"}}, "additionalProperties": false},
             "handlers": {"create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}}}
            """.formatted(description);
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put("schema.json", schema.getBytes(StandardCharsets.UTF_8));
        files.put(".rpdk-config", "{\"language\": \"none\"}".getBytes(StandardCharsets.UTF_8));
        return Archives.zip(files);
    }

    @ParameterizedTest
    @EnumSource(RegistryAction.class)
    void changesNothingWhicheverActionItNames(RegistryAction action) throws SQLException {
        Map<String, List<String>> before = stored();

        Answer answer = get("cloudformation", AwsClient.form("2010-05-15", action.text(), PARAMETERS));

        assertThat(stored()).isEqualTo(before);
        assertThat(answer.status() == 403).as(answer.text()).isEqualTo(action.changes());
        if (action.changes()) {
            assertThat(answer.value("Code")).isEqualTo("AccessDenied");
            assertThat(answer.value("Message")).contains(action.text(), "POST", "--credentials");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = RegistryAction.class,
            names = {
                "SET_TYPE_DEFAULT_VERSION",
                "DEREGISTER_TYPE",
                "TEST_TYPE",
                "REGISTER_TYPE",
                "SET_TYPE_CONFIGURATION"
            })
    void wouldHaveChangedSomethingByPost(RegistryAction action) throws SQLException {
        Map<String, List<String>> before = stored();
        boolean byDefault = action == RegistryAction.DEREGISTER_TYPE;
        String[] parameters = byDefault ? versionOne() : PARAMETERS;

        Answer answer = aws.call(action.text(), parameters);

        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        assertThat(stored()).isNotEqualTo(before);
    }

    /// The version that is not the default can be taken away alone.
    private static String[] versionOne() {
        return new String[] {"Type", "RESOURCE", "TypeName", NAME, "VersionId", "00000002"};
    }

    @Test
    void asksWhoTheCallerIs() {
        assertThat(get("sts", AwsClient.form("2011-06-15", "GetCallerIdentity")).value("Account"))
                .isEqualTo("000000000000");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CloudApiService.CreateResource",
                "CloudApiService.DeleteResource",
                "CloudApiService.GetResource",
                "CloudApiService.Unknown",
                "ResourceGroupsTaggingAPI_20170126.TagResources",
                "ResourceGroupsTaggingAPI_20170126.GetResources",
                "ResourceGroupsTaggingAPI_20170126.Unknown"
            })
    void isNoRequestOfTheJsonProtocolsWhicheverActionItNames(String target) {
        String service = target.startsWith("Cloud") ? "cloudcontrolapi" : "tagging";
        for (String method : List.of("GET", "PUT", "DELETE", "PATCH")) {
            HttpRequest.Builder request = aws.signed(service, "/")
                    .header("X-Amz-Target", target)
                    .header("Content-Type", "application/x-amz-json-1.0")
                    .method(method, BodyPublishers.ofString("{}"));

            Answer answer = aws.send(request);

            assertThat(answer.text()).as(method).contains("The method " + method + " is not allowed");
        }
    }

    private Answer get(String service, String query) {
        String address = plane.url() + "/?" + query + PRESIGNED + service + "/aws4_request";
        return aws.send(HttpRequest.newBuilder(URI.create(address)).GET());
    }

    /// All rows of all tables.
    private Map<String, List<String>> stored() throws SQLException {
        Map<String, List<String>> rows = new TreeMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("fairlead.db"));
                Statement statement = connection.createStatement()) {
            for (List<String> table : all(statement, "SELECT name FROM sqlite_master WHERE type = 'table'")) {
                String name = table.getFirst();
                rows.put(
                        name,
                        all(statement, "SELECT * FROM \"" + name + "\"").stream()
                                .map(String::valueOf)
                                .toList());
            }
        }
        return rows;
    }

    private static List<List<String>> all(Statement statement, String query) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(query)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(String.valueOf(result.getString(column)));
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
