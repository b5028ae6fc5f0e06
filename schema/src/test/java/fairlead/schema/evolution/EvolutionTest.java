package fairlead.schema.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import fairlead.schema.evolution.rule.Rule;
import fairlead.schema.evolution.rule.SchemaChange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// Each folder in `cases/evolution` is named after a rule and has two versions of a schema and what the rules say about
/// them. With `-Dcases=rewrite` the expectations are written anew, for review.
class EvolutionTest {

    private static final Path CASES = Path.of("src/test/resources/cases/evolution");

    @TestFactory
    Stream<DynamicTest> rules() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            return folders.sorted().toList().stream()
                    .map(folder -> DynamicTest.dynamicTest(folder.getFileName().toString(), () -> check(folder)));
        }
    }

    private static void check(Path folder) throws IOException {
        Evolution evolution = Evolution.between(schema(folder.resolve("old.json")), schema(folder.resolve("new.json")));
        String found = evolution.changes().stream().map(change -> change + "\n").collect(Collectors.joining());
        Path expected = folder.resolve("expected.txt");
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.writeString(expected, found);
        }
        assertThat(found).isEqualTo(Files.readString(expected));
        assertThat(evolution.changes())
                .extracting(SchemaChange::rule)
                .contains(folder.getFileName().toString());
    }

    @Test
    void eachRuleHasACase() throws IOException {
        try (Stream<Path> folders = Files.list(CASES)) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Evolution.rules().stream().map(Rule::id).toList());
        }
    }

    @TestFactory
    @EnabledIfSystemProperty(named = "corpus", matches = ".+")
    Stream<DynamicTest> aPublishedSchemaHasNotChangedSinceItself() throws IOException {
        String corpus = System.getProperty("corpus", "");
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of(corpus, "cfn", "aws"))) {
            for (Path file : files.sorted().toList()) {
                if (load(file) instanceof Loaded.Valid valid) {
                    tests.add(DynamicTest.dynamicTest(
                            file.getFileName().toString(),
                            () -> assertThat(Evolution.between(valid.schema(), schema(file))
                                            .changes())
                                    .isEmpty()));
                }
            }
        }
        assertThat(tests).hasSizeGreaterThan(1000);
        return tests.stream();
    }

    private static ResourceSchema schema(Path file) {
        return switch (load(file)) {
            case Loaded.Valid valid -> valid.schema();
            case Loaded.Invalid invalid -> throw new AssertionError(file + ": " + invalid.findings());
        };
    }

    private static Loaded load(Path file) {
        try {
            return ResourceSchema.parse(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
