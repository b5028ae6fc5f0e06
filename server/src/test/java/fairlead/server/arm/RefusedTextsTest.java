package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.registry.AwsClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Texts that are refused where they come in, at every door, before any database sees them.
class RefusedTextsTest {

    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";

    @TempDir
    private Path folder;

    private Plane plane;
    private AwsClient aws;

    @BeforeEach
    void start() {
        plane = Plane.start(folder, Duration.ofMinutes(1));
        aws = new AwsClient(plane);
    }

    @AfterEach
    void stop() {
        aws.close();
        plane.close();
    }

    /// Bytes as they are; `*` stands for `c0 af`, a slash that is longer than it has to be.
    private int sent(String method, String path, String header, String body) throws IOException {
        String head = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\nContent-Length: " + overlong(body).length + "\r\n" + header
                + "\r\n\r\n";
        try (Socket socket = new Socket(plane.url().getHost(), plane.url().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(overlong(head));
            socket.getOutputStream().write(overlong(body));
            socket.getOutputStream().flush();
            String status = new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
            return Integer.parseInt(status.substring("HTTP/1.1 ".length()));
        }
    }

    private static byte[] overlong(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            if (one == '*') {
                bytes.writeBytes(new byte[] {(byte) 0xc0, (byte) 0xaf});
            } else {
                bytes.write(one);
            }
        }
        return bytes.toByteArray();
    }

    @Nested
    class TheCharacterZero {

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "/fairlead/audit?correlationId=%00",
                    "/fairlead/audit?resource=a%00b",
                    "/fairlead/resources?arn=%00",
                    "/fairlead/resources?%00=1&arn=x",
                    "/fairlead/types/%00",
                    "/fairlead/webhooks/%00",
                    Plane.THINGS + "/a%00b" + Plane.VERSION,
                    Plane.THINGS + Plane.VERSION + "&$filter=%00",
                    Plane.SUBSCRIPTION + "/resourceGroups/%00" + Plane.VERSION,
                    Plane.SUBSCRIPTION + "/resources" + Plane.VERSION + "&$skipToken=%00",
                })
        void isInNoAddress(String address) {
            assertThat(plane.get(address).status()).isEqualTo(400);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            /things/a         | {"location": "local", "tags": {"a": "x\\u0000"}, "properties": {}} | /tags/a
            /things/a         | {"location": "local", "properties": {"Text": "\\u0000"}} | /properties/Text
            /things/a         | {"location": "local", "properties": {"Labels": ["a", "\\u0000"]}} | /properties/Labels/1
            /things/a         | {"location": "local", "tags": {"b\\u0000": "x"}, "properties": {}} | /tags/b
            """)
        void isInNoBodyOfAResource(String path, String body, String place) {
            Answer answer = plane.put(Plane.GROUP + "/providers/Fairlead.Lab" + path + Plane.VERSION, body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/error/message").asString("")).contains("U+0000", place);
            assertThat(answer.json().at("/error/target").asString("")).isEqualTo(place);
        }

        @Test
        void mayBeSpokenOf() {
            String body = "{\"location\": \"local\", \"properties\": {\"Text\": \"a \\\\u0000 is a zero\"}}";
            assertThat(plane.put(Plane.THINGS + "/a" + Plane.VERSION, body).status())
                    .isEqualTo(201);
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            /subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/g | {"location": "local", "tags": {"a": "\\u0000"}}
            /fairlead/webhooks/w | {"url": "http://localhost:1/\\u0000"}
            """)
        void isInNoOtherBody(String path, String body) {
            Answer answer = plane.put(path + Plane.VERSION, body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.response().body()).contains("U+0000");
        }

        @ParameterizedTest
        @CsvSource(delimiter = '|', textBlock = """
            cloudcontrolapi | CloudApiService.GetResource | {"TypeName": "Fairlead::Lab::Thing", "Identifier": "\\u0000"}
            cloudcontrolapi | CloudApiService.CreateResource | {"TypeName": "Fairlead::Lab::Thing", "DesiredState": "{\\"Text\\": \\"\\\\u0000\\"}"}
            tagging | ResourceGroupsTaggingAPI_20170126.TagResources | {"ResourceARNList": ["\\u0000"], "Tags": {"a": "b"}}
            """)
        void isInNoRequestOfAws(String service, String target, String body) {
            AwsClient.Answer answer = aws.send(aws.signed(service, "/")
                    .header("X-Amz-Target", target)
                    .header("Content-Type", "application/x-amz-json-1.0")
                    .POST(BodyPublishers.ofString(body)));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("U+0000");
        }

        @Test
        void isInNoParameterOfTheQueryProtocol() {
            AwsClient.Answer answer = aws.call("DescribeType", "Type", "RESOURCE", "TypeName", "a\0b");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("U+0000");
        }
    }

    @Nested
    class OverlongUtf8 {

        @Test
        void isRefusedInABody() throws IOException {
            String path = Plane.THINGS + "/a" + Plane.VERSION;
            assertThat(sent("PUT", path, "X: y", THING)).isEqualTo(201);
            assertThat(sent("PUT", path, "X: y", THING.replace("hello", "*"))).isEqualTo(400);
            assertThat(sent("PUT", path, "X: y", THING.replace("hello", "größer \uD83D\uDE00")))
                    .isEqualTo(200);
        }

        @Test
        void isRefusedInAHeaderAtEveryDoor() throws IOException {
            for (String path : new String[] {"/fairlead/health", Plane.THINGS + Plane.VERSION, "/openapi.json"}) {
                assertThat(sent("GET", path, "x-ms-client-request-id: größer", ""))
                        .isEqualTo(200);
                assertThat(sent("GET", path, "x-ms-client-request-id: a*b", "")).isEqualTo(400);
            }
        }

        @Test
        void isRefusedInAnAddress() throws IOException {
            assertThat(sent("GET", Plane.THINGS + "/a*b" + Plane.VERSION, "X: y", ""))
                    .isEqualTo(400);
            assertThat(sent("GET", Plane.THINGS + "/a%c0%afb" + Plane.VERSION, "X: y", ""))
                    .isEqualTo(400);
            assertThat(sent("GET", "/fairlead/resources?arn=%c0%af", "X: y", ""))
                    .isEqualTo(400);
        }

        @Test
        void isRefusedInAForm() {
            byte[] form = overlong("Action=DescribeType&Version=2010-05-15&Type=RESOURCE&TypeName=*");
            AwsClient.Answer answer = aws.send(aws.signed("cloudformation", "/")
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofByteArray(form)));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("UTF-8");
        }
    }

    @Nested
    class ANewName {

        /// Of Unicode: e with an accent of its own, blanks of several kinds, and what turns or hides text.
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "e%CC%81",
                    "%20a",
                    "a%20",
                    "a%C2%A0",
                    "%E2%80%AEa",
                    "a%E2%80%8Bb",
                    "%EF%BB%BFa",
                    "a%E2%80%A8b",
                    "a%E2%81%A6b"
                })
        void isRefusedThatLooksLikeAnotherOneButCanBeAskedFor(String name) {
            String path = Plane.THINGS + "/" + name + Plane.VERSION;
            Answer answer = plane.put(path, THING);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("InvalidResourceName");
            assertThat(plane.get(path).status()).isEqualTo(404);
            assertThat(plane.send("DELETE", path, "").status()).isEqualTo(204);
        }

        /// Which was made before such names were refused.
        @Test
        void ofAnExistingResourceStaysAddressable() throws SQLException {
            plane.put(Plane.THINGS + "/a-b" + Plane.VERSION, THING);
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("fairlead.db"));
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE resource SET arm_key = replace(arm_key, 'a-b', 'a\u200Bb'),"
                        + " arm_id = replace(arm_id, 'a-b', 'a\u200Bb')");
            }
            String path = Plane.THINGS + "/a%E2%80%8Bb" + Plane.VERSION;
            assertThat(plane.get(path).status()).isEqualTo(200);
            assertThat(plane.put(path, THING.replace("hello", "other")).status())
                    .isEqualTo(200);
            assertThat(plane.send("DELETE", path, "").status()).isEqualTo(200);
        }

        @ParameterizedTest
        @ValueSource(strings = {"%C3%A9", "a%20b", "%E6%9D%B1%E4%BA%AC", "a.b"})
        void isTakenThatIsPlain(String name) {
            assertThat(plane.put(Plane.THINGS + "/" + name + Plane.VERSION, THING)
                            .status())
                    .isEqualTo(201);
        }

        @Test
        void ofAGroupIsInOneForm() {
            String groups = Plane.SUBSCRIPTION + "/resourceGroups/";
            String body = "{\"location\": \"local\"}";
            assertThat(plane.put(groups + "%E1%84%80%E1%85%A1" + Plane.VERSION, body)
                            .code())
                    .isEqualTo("InvalidResourceGroup");
            assertThat(plane.put(groups + "%EA%B0%80" + Plane.VERSION, body).status())
                    .isEqualTo(201);
        }

        @Test
        void ofALockIsPlain() {
            String locks = Plane.GROUP + "/providers/Microsoft.Authorization/locks/";
            Answer answer = plane.send(
                    "PUT",
                    locks + "a%E2%80%AE" + Plane.VERSION,
                    Map.of(),
                    "{\"properties\": {\"level\": \"CanNotDelete\"}}");
            assertThat(answer.code()).isEqualTo("InvalidResourceName");
        }
    }

    @Test
    void anArchiveIsRefusedBeyond64MiB() {
        Answer answer = plane.post("/fairlead/types", "application/zip", new byte[(64 << 20) + 1]);
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.json().at("/error/message").asString("")).contains("67108864 bytes");
        assertThat(plane.post("/fairlead/types", "application/zip", new byte[64 << 20])
                        .status())
                .isEqualTo(400);
    }
}
