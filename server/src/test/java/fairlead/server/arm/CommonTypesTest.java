package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.arm.Plane.Answer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Answers against the definitions that Azure's resource providers share. Runs where `-Dcorpus=DIR` says where they
/// are.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class CommonTypesTest {

    @TempDir
    private Path folder;

    @Test
    void theShapesAreThoseOfTheCommonTypes() throws java.io.IOException {
        Path corpus = Path.of(System.getProperty("corpus", ""), "arm", "arm-common-types", "v6", "types.json");
        JsonNode definitions =
                JsonMapper.shared().readTree(Files.readString(corpus)).path("definitions");
        try (Plane plane = Plane.start(folder, Duration.ZERO)) {
            Answer wrong = plane.put(Plane.THINGS + "/a" + Plane.VERSION, "{\"location\": 5, \"tags\": {\"a\": 1}}");
            assertFits(wrong.json().path("error"), definitions.path("ErrorDetail"));
            assertFits(wrong.json().at("/error/details/0"), definitions.path("ErrorDetail"));
            assertFits(wrong.json().at("/error/details/0/additionalInfo/0"), definitions.path("ErrorAdditionalInfo"));
            Answer made = plane.put(Plane.THINGS + "/a" + Plane.VERSION, "{\"location\": \"local\"}");
            Answer ended = plane.ended(made.header("Azure-AsyncOperation"));
            JsonNode status = definitions.path("OperationStatusResult");
            assertThat(ended.json().propertyNames()).containsAll(required(status));
            assertFits(
                    plane.get(Plane.THINGS + "/a" + Plane.VERSION).json().path("systemData"), systemData(definitions));
            assertFits(
                    plane.get("/providers/Fairlead.Lab/operations" + Plane.VERSION)
                            .json()
                            .at("/value/1"),
                    definitions.path("Operation"));
        }
    }

    private static JsonNode systemData(JsonNode definitions) {
        return definitions.path("systemData");
    }

    private static java.util.List<String> required(JsonNode definition) {
        return definition
                .path("required")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
    }

    private static void assertFits(JsonNode value, JsonNode definition) {
        assertThat(definition.path("properties").propertyNames()).containsAll(value.propertyNames());
        assertThat(value.propertyNames()).containsAll(required(definition));
    }
}
