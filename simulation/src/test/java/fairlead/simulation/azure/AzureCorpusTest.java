package fairlead.simulation.azure;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Finding;
import fairlead.schema.Loaded;
import fairlead.schema.PlainSchema;
import fairlead.schema.Profile;
import fairlead.schema.ResourceSchema;
import fairlead.schema.reference.Documents;
import fairlead.simulation.Behaviour;
import fairlead.simulation.azure.AzureTypes.Conversion;
import fairlead.simulation.azure.AzureTypes.LeftOut;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Converts every published definition below `arm-types` in the folder that the system property `corpus` names.
@EnabledIfSystemProperty(named = "corpus", matches = ".+")
class AzureCorpusTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int LARGEST = 1 << 20;

    /// Why a version may be left out.
    private static final Set<String> REASONS = Set.of(
            "it can't be put",
            "Fairlead has it without any registration",
            "it can't be put in a resource group",
            "'deployments' has another meaning in addresses",
            "'locations' has another meaning in addresses",
            "there is no type Microsoft.Sql/locations for it to be nested in");

    @Test
    void everyTypeThatCanBePutHasASchemaThatIsAccepted() throws IOException {
        Conversion conversion = converted();

        Map<String, String> wrong = new TreeMap<>();
        for (SimulatedAzureType type : conversion.types()) {
            trouble(type).forEach(what -> wrong.put(type.armType() + "@" + type.apiVersion(), what));
        }

        System.out.printf(
                "%d versions of %d types converted, %d left out%n",
                conversion.types().size(),
                conversion.types().stream()
                        .map(SimulatedAzureType::typeName)
                        .distinct()
                        .count(),
                conversion.leftOut().size());
        assertThat(wrong).isEmpty();
        assertThat(conversion.leftOut().stream()
                        .map(LeftOut::reason)
                        .filter(reason -> !reason.contains(", too, which"))
                        .collect(Collectors.toSet()))
                .isSubsetOf(REASONS);
    }

    @Test
    void aTypeStaysWhatItIsInAllVersionsAndComesAfterItsParent() throws IOException {
        Map<String, String> identities = new TreeMap<>();
        Set<String> registered = new HashSet<>();
        for (SimulatedAzureType type : converted().types()) {
            JsonNode registration = type.registration();
            String parent = registration.path("parent").asString("");
            String identity = type.armType() + " " + parent + " " + registration.path("kind") + " "
                    + type.schema().path("primaryIdentifier");

            assertThat(parent.isEmpty() || registered.contains(parent))
                    .as(type.armType())
                    .isTrue();
            assertThat(identities.computeIfAbsent(type.typeName(), _ -> identity))
                    .isEqualTo(identity);
            registered.add(type.typeName());
        }
    }

    private static List<String> trouble(SimulatedAzureType type) {
        List<String> wrong = new ArrayList<>();
        byte[] document = JSON.writeValueAsBytes(type.schema());
        if (document.length > LARGEST || JSON.writeValueAsBytes(type.registration()).length > LARGEST) {
            wrong.add("too large");
        }
        switch (ResourceSchema.parse(document, Documents.none(), Profile.AZURE)) {
            case Loaded.Valid(var schema, var _) -> {
                if (Behaviour.parse(type.registration().path("simulation"), schema)
                        instanceof Behaviour.Parsed.Invalid(var findings)) {
                    wrong.add(findings.toString());
                }
            }
            case Loaded.Invalid(var findings) ->
                wrong.add(findings.stream().filter(Finding::isError).toList().toString());
        }
        type.registration().path("actions").forEachEntry((name, action) -> {
            JsonNode answer = type.registration().at("/simulation/actions/" + name + "/answer");
            PlainSchema output = PlainSchema.of((ObjectNode) action.path("output"), false);
            if (!output.validate(answer).isEmpty()) {
                wrong.add(name + " " + output.validate(answer));
            }
        });
        return wrong;
    }

    private static Conversion converted() throws IOException {
        Path corpus = Path.of(System.getProperty("corpus")).resolve("arm-types");
        List<TypeDefinitions> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(corpus)) {
            for (Path file : found.filter(path -> path.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                files.add(TypeDefinitions.of(
                        corpus.relativize(file).toString(), JSON.readTree(Files.readAllBytes(file))));
            }
        }
        return AzureTypes.convert(files, Map.of());
    }
}
