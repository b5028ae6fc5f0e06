package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import fairlead.server.registry.AwsClient;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// A condition that a broken client sends is never taken for none, but where the contract has it so.
class PreconditionValuesTest {

    private static final String THING = "{\"location\": \"local\", \"properties\": {\"Text\": \"hello\"}}";
    private static final String GROUP = "{\"location\": \"local\"}";
    private static final String LOCK = "{\"properties\": {\"level\": \"CanNotDelete\"}}";
    private static final String WEBHOOK =
            "{\"url\": \"http://localhost:1/\", \"secret\": \"whsec_" + "QUJD".repeat(8) + "\"}";

    @TempDir
    private Path folder;

    private Plane plane;
    private Plane strict;
    private AwsClient aws;

    @BeforeEach
    void start() {
        plane = Plane.start(folder.resolve("usual"), Duration.ofMinutes(1));
        strict = Plane.start(folder.resolve("strict"), Duration.ofMinutes(1), "--strict-preconditions=yes");
        aws = new AwsClient(plane);
        plane.put(Plane.SUBSCRIPTION + "/resourceGroups/locked" + Plane.VERSION, GROUP);
    }

    @AfterEach
    void stop() {
        aws.close();
        plane.close();
        strict.close();
    }

    @TestFactory
    Stream<DynamicTest> areAnsweredAsTheTableSays() throws IOException {
        List<List<String>> rows = Files.readAllLines(Path.of("src/test/resources/arm/precondition-values.txt")).stream()
                .filter(line -> line.contains("|"))
                .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
                .toList();
        List<String> doors = rows.getFirst();
        assertThat(rows).hasSize(24).allMatch(row -> row.size() == doors.size());
        return IntStream.range(1, rows.size())
                .boxed()
                .flatMap(i -> IntStream.range(2, doors.size())
                        .mapToObj(column ->
                                cell(rows.get(i), doors.get(column), rows.get(i).get(column), "n" + i)));
    }

    private DynamicTest cell(List<String> row, String door, String expected, String name) {
        String title = row.get(0) + ": " + row.get(1) + ", " + door;
        String unique = name + door.replace(" ", "").toLowerCase(Locale.ROOT);
        return DynamicTest.dynamicTest(title, () -> {
            String method = door.substring(2);
            int status = ask(door.charAt(0), method, unique, row.get(0), row.get(1));
            assertThat(status).isEqualTo(Integer.parseInt(expected));
        });
    }

    private int ask(char door, String method, String name, String header, String value) {
        return switch (door) {
            case 'R' -> arm(plane, method, Plane.THINGS + "/" + name + Plane.VERSION, THING, header, value);
            case 'S' -> arm(strict, method, Plane.THINGS + "/" + name + Plane.VERSION, THING, header, value);
            case 'G' ->
                arm(
                        plane,
                        method,
                        Plane.SUBSCRIPTION + "/resourceGroups/" + name + Plane.VERSION,
                        GROUP,
                        header,
                        value);
            case 'L' -> arm(plane, method, lock(name), LOCK, header, value);
            case 'W' -> arm(plane, method, "/fairlead/webhooks/" + name, WEBHOOK, header, value);
            case 'D' -> openapi(header, value);
            case 'O' -> object(method, "/packages/" + name, header, value);
            default -> cloud(header, value);
        };
    }

    private static String lock(String name) {
        return Plane.SUBSCRIPTION + "/resourceGroups/locked/providers/Microsoft.Authorization/locks/" + name
                + Plane.VERSION;
    }

    private static String value(String written, String etag) {
        return switch (written) {
            case "EMPTY" -> "";
            case "BLANK" -> "  ";
            default -> written.replace("CURRENT", etag.isEmpty() ? "\"1\"" : etag);
        };
    }

    private static int arm(Plane plane, String method, String path, String body, String header, String value) {
        Answer made = plane.put(path, body);
        assertThat(made.status()).as(made.response().body()).isIn(200, 201);
        Map<String, String> condition = Map.of(header, value(value, made.header("ETag")));
        return plane.send(method, path, condition, method.startsWith("P") ? body : "")
                .status();
    }

    private int openapi(String header, String value) {
        String etag = plane.get("/openapi.json").header("ETag");
        return plane.send("GET", "/openapi.json", Map.of(header, value(value, etag)), "")
                .status();
    }

    private int object(String method, String path, String header, String value) {
        byte[] content = "hello".getBytes(StandardCharsets.UTF_8);
        String etag = aws.s3("PUT", path, content).header("ETag");
        return aws.s3(method, path, content, header, value(value, etag)).status();
    }

    private int cloud(String header, String value) {
        return aws.send(aws.signed("cloudcontrolapi", "/")
                        .header("X-Amz-Target", "CloudApiService.ListResourceRequests")
                        .header("Content-Type", "application/x-amz-json-1.0")
                        .header(header, value(value, "\"1\""))
                        .POST(BodyPublishers.ofString("{}")))
                .status();
    }
}
