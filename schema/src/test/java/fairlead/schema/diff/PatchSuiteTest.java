package fairlead.schema.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.schema.draft07.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The public test suite for JSON Patch, if the system property `json-patch-tests` names a folder that has its files.
class PatchSuiteTest {

    @TestFactory
    Stream<DynamicTest> publicCases() throws IOException {
        String folder = System.getProperty("json-patch-tests", "");
        return folder.isEmpty()
                ? Stream.empty()
                : Stream.concat(cases(Path.of(folder, "tests.json")), cases(Path.of(folder, "spec_tests.json")));
    }

    private static Stream<DynamicTest> cases(Path file) throws IOException {
        JsonNode cases = JsonMapper.shared().readTree(Files.readString(file));
        assertThat(cases).isNotEmpty();
        return cases.values().stream()
                .filter(one -> one.has("patch") && !one.path("disabled").asBoolean(false))
                .map(one -> DynamicTest.dynamicTest(
                        one.path("comment").asString(one.path("patch").toString()), () -> run(one)));
    }

    private static void run(JsonNode one) {
        if (one.has("error")) {
            assertThatThrownBy(() -> Patch.read(one.path("patch")).applyTo(one.path("doc")))
                    .isInstanceOf(PatchException.class);
            return;
        }
        JsonNode result = Patch.read(one.path("patch")).applyTo(one.path("doc"));
        if (one.has("expected")) {
            assertThat(Values.equal(result, one.path("expected")))
                    .as("%s", result)
                    .isTrue();
        }
    }
}
