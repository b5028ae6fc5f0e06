package fairlead.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.contract.Rule;
import fairlead.contract.call.Settings;
import fairlead.contract.call.Subject;
import fairlead.contract.result.Report;
import fairlead.contract.result.Report.Verdict;
import fairlead.contract.suite.Suite;
import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.ResourceSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Simulates every published schema below the folder that the system property `corpus` names, and runs the contract
/// suite against each.
///
/// What does not pass is in `defects.txt`, with the defect of the schema that is to blame; what is there and passes is
/// a failure of this test, too.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class SimulatedCorpusTest {

    private static final int THREADS = 2;

    /// Every how many-th schema is run.
    private static final int STEP = Integer.getInteger("step", 1);

    /// All are served by the same code, so that nothing is gained by long lists of each.
    private static final Settings SETTINGS = Settings.DEFAULT.shrinking(false).listing(9);

    @Test
    void everyPublishedSchemaKeepsTheContractWhenItIsSimulated() throws Exception {
        Map<String, String> found = new TreeMap<>();
        List<Path> schemas = schemas();
        try (ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            Map<String, Future<Optional<String>>> runs = new TreeMap<>();
            for (int i = 0; i < schemas.size(); i += STEP) {
                Path file = schemas.get(i);
                runs.put(name(file), pool.submit(() -> trouble(file)));
            }
            for (Map.Entry<String, Future<Optional<String>>> run : runs.entrySet()) {
                get(run.getValue()).ifPresent(trouble -> found.put(run.getKey(), trouble));
            }
            System.out.printf("%d of %d simulated types pass%n", runs.size() - found.size(), runs.size());
            found.forEach((name, trouble) -> System.out.printf("  %s: %s%n", name, trouble));
            Map<String, String> known = defects();
            known.keySet().retainAll(runs.keySet());
            assertThat(found).containsExactlyEntriesOf(known);
        }
    }

    private static Optional<String> get(Future<Optional<String>> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException failure) {
            return Optional.of("throws " + failure.getCause());
        }
    }

    private static List<Path> schemas() throws IOException {
        List<Path> schemas = new ArrayList<>();
        for (String folder : List.of("aws", "third-party")) {
            try (Stream<Path> files = Files.walk(Path.of(System.getProperty("corpus"), "cfn", folder))) {
                files.filter(file -> file.toString().endsWith(".json"))
                        .sorted()
                        .filter(file -> read(file).has("typeName"))
                        .forEach(schemas::add);
            }
        }
        return schemas;
    }

    private static String name(Path file) {
        return Path.of(System.getProperty("corpus"), "cfn").relativize(file).toString();
    }

    private static JsonNode read(Path file) {
        try {
            return JsonMapper.shared().readTree(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// What keeps a schema from passing: the ids of findings or of rules.
    private static Optional<String> trouble(Path file) {
        return switch (ResourceSchema.load(
                Simulation.complete((ObjectNode) read(file)).document())) {
            case Loaded.Invalid(var findings) ->
                Optional.of(findings.stream()
                        .filter(Finding::isError)
                        .map(Finding::id)
                        .distinct()
                        .sorted()
                        .collect(Collectors.joining(" ")));
            case Loaded.Valid(var schema, var _) -> trouble(schema);
        };
    }

    private static Optional<String> trouble(ResourceSchema schema) {
        Subject subject = Subject.of(schema, Simulation.handler(schema, Behaviour.NONE, new InMemoryResources()));
        Report report = new Suite(subject, SETTINGS).run();
        return switch (report.verdict()) {
            case PASSED -> Optional.empty();
            case INCONCLUSIVE -> Optional.of(Verdict.INCONCLUSIVE.toString());
            case FAILED ->
                Optional.of(report.broken().stream().map(Rule::id).sorted().collect(Collectors.joining(" ")));
        };
    }

    /// The schemas that do not pass, and what shows: `file: ids`, after the reason in a comment.
    private static Map<String, String> defects() throws IOException {
        try (var stream = Objects.requireNonNull(SimulatedCorpusTest.class.getResourceAsStream("defects.txt"))) {
            Map<String, String> defects = new TreeMap<>();
            new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split(": ", 2))
                    .forEach(parts -> defects.put(parts[0], parts[1]));
            return defects;
        }
    }
}
