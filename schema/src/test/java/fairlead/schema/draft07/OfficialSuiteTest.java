package fairlead.schema.draft07;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The tests of draft-07 that the JSON Schema organization publishes (JSON-Schema-Test-Suite), one test a file.
///
/// They run where the system property `suite` names a copy of that repository. How many tests of each file pass is
/// noted in `suite.txt`; `-Dcases=rewrite` writes it anew, for review. With `-Dsuite.failures` the failures are
/// printed.
class OfficialSuiteTest {

    private static final Path EXPECTED = Path.of("src/test/resources/cases/suite.txt");
    private static final String META = "http://json-schema.org/draft-07/schema";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private record Result(int passed, List<String> failed) {}

    @TestFactory
    Stream<DynamicTest> everyFile() throws IOException {
        String suite = System.getProperty("suite", "");
        if (suite.isEmpty()) {
            return Stream.empty();
        }
        Path tests = Path.of(suite, "tests/draft7");
        Map<String, JsonNode> remotes = remotes(Path.of(suite, "remotes"));
        List<String> report = new ArrayList<>();
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
                Result result = run(file, remotes);
                int all = result.passed + result.failed.size();
                report.add(tests.relativize(file) + " " + result.passed + "/" + all);
                if (System.getProperty("suite.failures") != null) {
                    result.failed.forEach(failure -> System.out.println(tests.relativize(file) + ": " + failure));
                }
            }
        }
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.write(EXPECTED, report);
        }
        return Stream.of(DynamicTest.dynamicTest(
                "all but the known", () -> assertThat(report).isEqualTo(Files.readAllLines(EXPECTED))));
    }

    private static Map<String, JsonNode> remotes(Path folder) throws IOException {
        Map<String, JsonNode> remotes = new HashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            files.filter(file -> file.toString().endsWith(".json") && !newer(folder.relativize(file)))
                    .forEach(file -> remotes.put(
                            "http://localhost:1234/" + folder.relativize(file), JSON.readTree(file.toFile())));
        }
        try (var stream = OfficialSuiteTest.class.getResourceAsStream("/fairlead/schema/meta/draft-07.schema.json")) {
            remotes.put(META, JSON.readTree(stream));
        }
        return remotes;
    }

    /// Whether a document is of another draft: what it says would be read as draft-07.
    private static boolean newer(Path file) {
        return file.toString().matches("(draft(?!7/).*|v1)/.*");
    }

    private static Result run(Path file, Map<String, JsonNode> remotes) {
        int passed = 0;
        List<String> failed = new ArrayList<>();
        for (JsonNode group : JSON.readTree(file.toFile())) {
            Map<String, JsonNode> documents = new HashMap<>(remotes);
            documents.put("urn:test", group.path("schema"));
            Shape shape = new Compiler(documents).compile("urn:test", "");
            for (JsonNode test : group.path("tests")) {
                boolean valid = shape.validate(test.path("data"), Mode.FULL).isEmpty();
                if (valid == test.path("valid").booleanValue()) {
                    passed++;
                } else {
                    failed.add(group.path("description").asString() + ": "
                            + test.path("description").asString());
                }
            }
        }
        return new Result(passed, failed);
    }
}
