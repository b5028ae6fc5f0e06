package fairlead.modelled;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.smithy.Models;
import fairlead.smithy.convert.Conversion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ServiceShape;
import tools.jackson.databind.json.JsonMapper;

/// What is said in advance of the resources of public models.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class PublicModelsTest {

    private static final Path MODELS = Path.of(System.getProperty("corpus", ""), "smithy", "models");

    /// Of how many types a thing is said.
    private final Map<String, Integer> said = new TreeMap<>();

    private void count(String what) {
        said.merge(what, 1, Integer::sum);
    }

    @Test
    void areRehearsedBeforeAnythingIsMade() throws IOException {
        List<Path> models;
        try (Stream<Path> files = Files.list(MODELS)) {
            models = files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
        for (Path file : models) {
            Model model = Models.load(List.of(file)).model().orElseThrow();
            Conversion.services(model).forEach(service -> rehearse(model, service));
        }
        assertThat(said)
                .isEqualTo(Map.of(
                        "types", 178,
                        "refused", 4,
                        "tagged without traits", 81,
                        "smithy.identifier-stand-in", 26,
                        "smithy.identifier-unbound", 3,
                        "smithy.identifier-untold", 1,
                        "smithy.tags-kept-here", 70,
                        "smithy.waiter-guessed", 3,
                        "smithy.wider-output", 13));
    }

    private void rehearse(Model model, ServiceShape service) {
        Conversion.Options options = new Conversion.Options(Optional.empty(), Optional.empty(), false);
        for (Conversion.Type type : Conversion.of(model, service, options).types()) {
            if (!Packaging.isComplete(model, type)) {
                continue;
            }
            count("types");
            List<Finding> findings = Packaging.rehearsed(model, service, type);
            Set<String> kinds = new HashSet<>();
            findings.forEach(finding -> kinds.add(finding.id()));
            kinds.forEach(this::count);
            if (findings.stream().anyMatch(Finding::isError)) {
                count("refused");
            }
            Packaging packaging =
                    Packaging.of(model, service, type, JsonMapper.shared().createObjectNode());
            boolean tagged = packaging.schema().at("/tagging/taggable").asBoolean(false);
            boolean told = type.schema().at("/tagging/taggable").asBoolean(false);
            if (tagged && !told) {
                count("tagged without traits");
            }
        }
    }
}
