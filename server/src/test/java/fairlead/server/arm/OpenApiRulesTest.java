package fairlead.server.arm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// What the guidelines for descriptions of resource providers ask of the one at `/openapi.json`.
class OpenApiRulesTest {

    private static final String AWS_ERROR = "/responses/default/content/application~1json/schema/required";

    private static final String THING = "/providers/Fairlead.Lab/things/{thingsName}";

    @TempDir
    private static Path folder;

    private static JsonNode document;

    @BeforeAll
    static void read() {
        try (Plane plane = Plane.start(folder, Duration.ofSeconds(1))) {
            document = plane.get("/openapi.json").json();
        }
    }

    private static Set<String> codes(JsonNode operation) {
        return Set.copyOf(operation.path("responses").propertyNames());
    }

    @Test
    void methodsAreDescribedWithTheirCodes() {
        JsonNode thing = thing();
        assertThat(codes(thing.path("get"))).isEqualTo(Set.of("200", "default"));
        assertThat(codes(thing.path("put"))).isEqualTo(Set.of("200", "201", "default"));
        assertThat(codes(thing.path("patch"))).isEqualTo(Set.of("200", "default"));
        assertThat(codes(thing.path("delete"))).isEqualTo(Set.of("200", "202", "204", "default"));
        document.path("paths").forEachEntry((path, item) -> {
            boolean result = path.contains("operationResults");
            assertThat(codes(item.path("get")).contains("202")).as(path).isEqualTo(result);
        });
    }

    /// Only who asks for endpoints is a client of AWS, and is answered as such.
    @Test
    void allErrorsHaveOneShape() {
        document.path("paths")
                .forEachEntry((path, item) -> item.forEachEntry((method, operation) -> {
                    if (path.startsWith("/fairlead/endpoints/") && operation.has("responses")) {
                        assertThat(operation.at(AWS_ERROR).valueStream().map(JsonNode::asString))
                                .containsExactly("__type", "message");
                    } else if (operation.has("responses")) {
                        assertThat(operation.at("/responses/default/$ref").asString(""))
                                .as(method + " " + path)
                                .isEqualTo("#/components/responses/Error");
                        assertThat(codes(operation).stream()
                                        .filter(code -> code.startsWith("4") && !method.equals("head")))
                                .as(method + " " + path)
                                .isEmpty();
                    }
                }));
    }

    @Test
    void aPatchCarriesNothingThatIsNotInTheResource() {
        JsonNode whole = resolved(content(thing().path("put")));
        JsonNode changes = resolved(content(thing().path("patch")));
        assertThat(names(whole)).containsAll(names(changes));
        assertThat(names(resolved(whole.at("/properties/properties"))))
                .containsAll(names(resolved(changes.at("/properties/properties"))));
    }

    @Test
    void theStateIsReadOnlyAndHasItsThreeEnds() {
        JsonNode state = document.at("/components/schemas/ProvisioningState");
        assertThat(state.path("readOnly").asBoolean()).isTrue();
        assertThat(state.path("examples").valueStream().map(word -> word.asString("")))
                .contains("Succeeded", "Failed", "Canceled");
    }

    private static JsonNode thing() {
        for (String path : document.path("paths").propertyNames()) {
            if (path.endsWith(THING)) {
                return document.path("paths").path(path);
            }
        }
        throw new AssertionError("no " + THING + " in " + document.path("paths").propertyNames());
    }

    private static JsonNode content(JsonNode operation) {
        return operation
                .path("requestBody")
                .path("content")
                .path("application/json")
                .path("schema");
    }

    private static JsonNode resolved(JsonNode schema) {
        String reference = schema.path("$ref").asString("");
        return reference.isEmpty() ? schema : document.at(reference.substring(1));
    }

    private static List<String> names(JsonNode schema) {
        return new ArrayList<>(schema.path("properties").propertyNames());
    }
}
