package fairlead.schema.check;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Profile;
import fairlead.schema.reference.Documents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What we make of each published schema, beside what the CloudFormation CLI and library make of it.
/// `refused.json` holds what those two refuse, as they were run; the reference page holds every difference, with
/// its reason.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class VerdictsTest {

    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `([^`]+)` \\| (refuses|accepts) \\| (refuses|accepts) \\| (refuses|accepts) \\|");

    private static final Path CORPUS = Path.of(System.getProperty("corpus", ""), "cfn");

    @Test
    void areTheCommandLinesByItsOwnMeasure() throws IOException {
        assertThat(refused(Profile.CLOUDFORMATION)).isEqualTo(refusedBy("cli"));
    }

    @Test
    void differOtherwiseOnlyWhereTheReferenceSaysSo() throws IOException {
        Set<String> cli = refusedBy("cli");
        Set<String> library = refusedBy("library");
        Set<String> here = refused(Profile.STRICT);
        Map<String, List<String>> differing = new TreeMap<>();
        for (String file : files()) {
            List<String> verdicts =
                    Stream.of(cli, library, here).map(set -> verdict(set, file)).toList();
            if (Set.copyOf(verdicts).size() > 1) {
                differing.put(file, verdicts);
            }
        }

        assertThat(differing).isEqualTo(documented());
    }

    private static String verdict(Set<String> refused, String file) {
        return refused.contains(file) ? "refuses" : "accepts";
    }

    private static Map<String, List<String>> documented() throws IOException {
        return ROW.matcher(Files.readString(Path.of("../docs/reference/schema-checks.md")))
                .results()
                .collect(Collectors.toMap(
                        row -> row.group(1),
                        row -> List.of(row.group(2), row.group(3), row.group(4)),
                        (a, _) -> a,
                        TreeMap::new));
    }

    private static Set<String> refusedBy(String tool) throws IOException {
        JsonNode refused =
                JsonMapper.shared().readTree(Files.readAllBytes(Path.of("src/test/resources/cases/refused.json")));
        return refused.path(tool)
                .valueStream()
                .map(JsonNode::stringValue)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> refused(Profile measure) throws IOException {
        Checker checker = new Checker(Documents.none(), measure);
        Set<String> refused = new TreeSet<>();
        for (String file : files()) {
            if (checker.check(file, Files.readAllBytes(CORPUS.resolve(file))).errors() > 0) {
                refused.add(file);
            }
        }
        return refused;
    }

    private static List<String> files() throws IOException {
        List<String> files = new java.util.ArrayList<>();
        for (String folder : List.of("aws", "third-party", "cli-fixtures")) {
            try (Stream<Path> tree = Files.walk(CORPUS.resolve(folder))) {
                tree.filter(file -> file.toString().endsWith(".json"))
                        .map(file -> CORPUS.relativize(file).toString())
                        .sorted()
                        .forEach(files::add);
            }
        }
        return files;
    }
}
