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

/// Types as they are made of Azure's published definitions, through the Azure Resource Manager protocol.
class AzureProfileTest {

    private static final String CELLAR = """
        {
          "typeName": "Test::Wine::Cellar", "description": "A cellar.",
          "properties": {"name": {"type": "string"}, "size": {"type": "integer"}, "sku": {"$ref": "#/definitions/Sku"},
            "host": {"type": "string"}},
          "definitions": {"Sku": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}},
          "additionalProperties": true, "primaryIdentifier": ["/properties/name"], "required": ["sku"],
          "createOnlyProperties": ["/properties/name"], "readOnlyProperties": ["/properties/host"],
          "tagging": {"taggable": false}
        }
        """;

    private static final String REGISTRATION = """
        {
          "profile": "azure", "apiVersion": "2026-11-01", "nameScope": "group", "envelope": {"sku": "sku"},
          "actions": {"listKeys": {"output": {"type": "object"}, "secret": true}},
          "simulation": {
            "values": {"/host": {"text": "${name}.example"}},
            "actions": {"listKeys": {"answer": {"keys": [{"value": "${random}"}, {"value": "${name}"}]}}}
          }
        }
        """;

    private static final String SERVICE = """
        {
          "typeName": "Test::Wine::Service", "description": "A service of a cellar.",
          "properties": {"cellar": {"type": "string"}, "name": {"type": "string"}, "size": {"type": "integer"}},
          "additionalProperties": true, "primaryIdentifier": ["/properties/cellar", "/properties/name"],
          "createOnlyProperties": ["/properties/cellar", "/properties/name"], "tagging": {"taggable": false}
        }
        """;

    private static final String OF_SERVICE = """
        {
          "profile": "azure", "apiVersion": "2026-11-01", "parent": "Test::Wine::Cellar", "kind": "proxy",
          "onParentDelete": "cascade", "simulation": {"implicit": ["default"]}
        }
        """;

    private static final String CELLARS = Plane.GROUP + "/providers/Test.Wine/cellars/";

    @TempDir
    private static Path folder;

    private static Plane plane;

    @BeforeAll
    static void start() throws IOException {
        plane = Plane.start(folder, Duration.ofSeconds(5));
        assertThat(simulate(CELLAR, REGISTRATION).json().path("refused")).isEmpty();
        assertThat(simulate(SERVICE, OF_SERVICE).json().path("refused")).isEmpty();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    private static Answer simulate(String schema, String registration) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (var file :
                    Map.of(".json", schema, ".fairlead.json", registration).entrySet()) {
                zip.putNextEntry(new ZipEntry("type" + file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return plane.post("/fairlead/simulations", "application/zip", bytes.toByteArray());
    }

    private static Answer put(String name, String more) {
        return plane.put(CELLARS + name + Plane.VERSION, "{\"location\": \"local\", " + more + "}");
    }

    @Test
    void aSkuThatIsAPropertyIsGivenAndShownBesideTheOthers() {
        put("sized", "\"sku\": {\"name\": \"Large\"}, \"properties\": {\"size\": 3}");
        Answer changed = plane.send("PATCH", CELLARS + "sized" + Plane.VERSION, "{\"sku\": {\"capacity\": 2}}");

        assertThat(changed.json().path("sku").toString()).isEqualTo("{\"name\":\"Large\",\"capacity\":2}");
        assertThat(changed.json().path("properties").has("sku")).isFalse();
        assertThat(changed.json().at("/properties/size").asInt()).isEqualTo(3);
    }

    @Test
    void aSkuThatIsAPropertyIsHeldToItsSchema() {
        assertThat(put("none", "\"properties\": {}").code()).isEqualTo("ValidationFailed");
        assertThat(put("none", "\"sku\": {}").code()).isEqualTo("ValidationFailed");
    }

    @Test
    void whatAnOpenSchemaDoesNotNameIsKept() {
        Answer made = put("open", "\"sku\": {\"name\": \"S\"}, \"properties\": {\"unheardOf\": {\"a\": [1]}}");

        assertThat(made.json().at("/properties/unheardOf/a/0").asInt()).isEqualTo(1);
        assertThat(made.json().at("/properties/host").asString()).isEqualTo("open.example");
    }

    @Test
    void anActionAnswersAsItsBehaviourSaysAndTheSameEachTime() {
        put("keyed", "\"sku\": {\"name\": \"S\"}");
        Answer first = plane.send("POST", CELLARS + "keyed/listKeys" + Plane.VERSION, "");

        assertThat(first.json().at("/keys/0/value").asString()).matches("[0-9a-f]{16}");
        assertThat(first.json().at("/keys/1/value").asString()).isEqualTo("keyed");
        assertThat(plane.send("POST", CELLARS + "keyed/listkeys" + Plane.VERSION, "")
                        .json())
                .isEqualTo(first.json());
    }

    @Test
    void whatIsImplicitIsThereAsLongAsItsParentIs() {
        String service = CELLARS + "served/services/default" + Plane.VERSION;
        assertThat(plane.get(service).code()).isEqualTo("ParentResourceNotFound");

        put("served", "\"sku\": {\"name\": \"S\"}");
        assertThat(plane.get(service).json().path("name").asString()).isEqualTo("default");
        assertThat(plane.put(service, "{\"properties\": {\"size\": 2}}").status())
                .isEqualTo(200);
        assertThat(plane.get(service).json().at("/properties/size").asInt()).isEqualTo(2);
        assertThat(plane.send("DELETE", service, "").status()).isEqualTo(200);
        assertThat(plane.get(service).json().path("properties").has("size")).isFalse();

        assertThat(plane.send("DELETE", CELLARS + "served" + Plane.VERSION, "").status())
                .isEqualTo(200);
        assertThat(plane.get(service).code()).isEqualTo("ParentResourceNotFound");
    }

    @Test
    void aTypeDeclaresItsSkusOrHasThemInAProperty() throws IOException {
        Answer answer = simulate(
                CELLAR.replace("Cellar", "Vault"),
                REGISTRATION.replace("\"envelope\"", "\"skus\": [{\"name\": \"S\"}], \"envelope\""));

        assertThat(answer.json().at("/refused/0/details/0/code").asString()).isEqualTo("registration.envelope");
    }

    @Test
    void aBehaviourSpeaksOfActionsThatThereAre() throws IOException {
        Answer answer = simulate(
                CELLAR.replace("Cellar", "Vault"),
                REGISTRATION.replace("{\"listKeys\": {\"answer\"", "{\"listAll\": {\"answer\""));

        assertThat(answer.json().at("/refused/0/details/0/code").asString()).isEqualTo("behaviour.action");
    }

    @Test
    void itIsInTheDescriptionOfTheServer() {
        String document = plane.get("/openapi.json").response().body();

        assertThat(document).contains("Test.Wine");
    }
}
