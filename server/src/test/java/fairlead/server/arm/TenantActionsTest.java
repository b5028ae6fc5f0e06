package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `POST /providers/{namespace}/{action}`: actions that are of no resource and no subscription.
class TenantActionsTest {

    private static final String SCHEMA = """
        {
          "typeName": "Test::Quotes::Quote",
          "description": "A quote.",
          "properties": {"Name": {"type": "string", "pattern": "^[a-z]+$"}},
          "required": ["Name"],
          "additionalProperties": false,
          "primaryIdentifier": ["/properties/Name"],
          "createOnlyProperties": ["/properties/Name"],
          "handlers": {
            "create": {"permissions": []}, "read": {"permissions": []}, "delete": {"permissions": []}
          }
        }
        """;

    private static final String REGISTRATION = """
        {
          "apiVersion": "2026-11-01",
          "actions": {
            "convert": {
              "scope": "tenant",
              "input": {
                "type": "object",
                "properties": {"Amount": {"type": "integer", "minimum": 1}},
                "required": ["Amount"],
                "additionalProperties": false
              },
              "output": {
                "type": "object",
                "properties": {"Price": {"type": "integer", "minimum": 7, "maximum": 7}},
                "required": ["Price"],
                "additionalProperties": false
              }
            },
            "print": {}
          }
        }
        """;

    private static final String CONVERT = "/providers/test.quotes/Convert" + Plane.VERSION;

    @TempDir
    private static Path folder;

    private static Plane plane;

    @BeforeAll
    static void start() throws IOException {
        plane = Plane.start(folder, Duration.ofSeconds(1));
        plane.post("/fairlead/simulations", "application/zip", archive("quote", SCHEMA, REGISTRATION));
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static byte[] archive(String name, String schema, String registration) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (var file :
                    Map.of(".json", schema, ".fairlead.json", registration).entrySet()) {
                zip.putNextEntry(new ZipEntry(name + file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void areCarriedOutByTheirTypeAndAnswered() {
        Answer answer = plane.send("POST", CONVERT, "{\"Amount\": 3}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("Price").asInt()).isEqualTo(7);
    }

    @Test
    void takeWhatTheyDeclareAndNothingElse() {
        Answer answer = plane.send("POST", CONVERT, "{\"Amount\": 0}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().at("/error/target").asString()).isEqualTo("/Amount");
    }

    @Test
    void areNoActionsOfAResourceNorTheReverse() {
        String quote = Plane.GROUP + "/providers/Test.Quotes/quotes/one";
        plane.put(quote + Plane.VERSION, "{\"location\": \"local\", \"properties\": {\"Name\": \"one\"}}");
        assertThat(plane.send("POST", quote + "/convert" + Plane.VERSION, "{\"Amount\": 3}")
                        .status())
                .isEqualTo(404);
        Answer answer = plane.send("POST", "/providers/Test.Quotes/print" + Plane.VERSION, "");
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.code()).isEqualTo("ActionNotFound");
    }

    @Test
    void areListedAmongTheOperationsAndInTheAuditTrail() {
        plane.send("POST", CONVERT, "{\"Amount\": 3}");
        assertThat(plane.get("/providers/Test.Quotes/operations" + Plane.VERSION)
                        .response()
                        .body())
                .contains("\"Test.Quotes/convert/action\"")
                .contains("\"Test.Quotes/quotes/print/action\"");
        assertThat(plane.get("/fairlead/audit").response().body()).contains("\"eventName\":\"Convert\"");
    }

    @Test
    void areOfOneTypeOfTheNamespace() throws IOException {
        byte[] another = archive("other", SCHEMA.replace("Quote\"", "Other\""), REGISTRATION);
        Answer answer = plane.post("/fairlead/simulations", "application/zip", another);
        assertThat(answer.response().body())
                .contains("registration.action-taken")
                .contains("another type of the namespace has the action convert");
    }
}
