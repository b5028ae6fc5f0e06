package fairlead.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.node.ObjectNode;

/// Each `.json` below `cases` has a `.txt` beside it with the findings expected for it. With `-Dcases=rewrite` the
/// expectations are written anew, for review.
class CasesTest {

    private static final Path CASES = Path.of("src/test/resources/cases");

    @TestFactory
    Stream<DynamicTest> schemas() throws IOException {
        return cases("schemas", ".json", Schemas::findings);
    }

    @TestFactory
    Stream<DynamicTest> inputsOfAReport() throws IOException {
        return cases("models", ".input.json", json -> Schemas.REPORT.validateInput(Schemas.json(json)));
    }

    @TestFactory
    Stream<DynamicTest> modelsReturnedForAReport() throws IOException {
        return cases("models", ".model.json", json -> Schemas.REPORT.validateModel(Schemas.json(json)));
    }

    @TestFactory
    Stream<DynamicTest> configurationsOfAReport() throws IOException {
        return cases(
                "models",
                ".configuration.json",
                json -> Schemas.REPORT.validateConfiguration((ObjectNode) Schemas.json(json)));
    }

    @TestFactory
    Stream<DynamicTest> filtersOfReports() throws IOException {
        return cases("models", ".list.json", json -> Schemas.REPORT.validateListInput((ObjectNode) Schemas.json(json)));
    }

    private static Stream<DynamicTest> cases(String folder, String suffix, Function<String, List<Finding>> run)
            throws IOException {
        try (Stream<Path> tree = Files.list(CASES.resolve(folder))) {
            List<Path> files = tree.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
            assertThat(files).isNotEmpty();
            return files.stream()
                    .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                        String found = run.apply(Files.readString(file)).stream()
                                .map(finding -> finding + "\n")
                                .collect(Collectors.joining());
                        compare(Path.of(file.toString().replace(".json", ".txt")), found);
                    }));
        }
    }

    private static void compare(Path expectation, String found) throws IOException {
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.writeString(expectation, found);
        }
        assertThat(found).isEqualTo(Files.readString(expectation));
    }
}
