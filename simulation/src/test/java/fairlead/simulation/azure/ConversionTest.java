package fairlead.simulation.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.simulation.azure.AzureTypes.Conversion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Converts the definitions in `cases`, each beside what is expected of it; `-Dcases=rewrite` writes that anew.
class ConversionTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path CASES = Path.of("src/test/resources/fairlead/simulation/azure/cases");
    private static final String EXPECTED = ".expected.json";

    @TestFactory
    Stream<DynamicTest> definitionsBecomeWhatIsExpected() throws IOException {
        try (Stream<Path> found = Files.list(CASES)) {
            List<Path> files = found.filter(file -> !file.toString().endsWith(EXPECTED))
                    .sorted()
                    .toList();
            return files.stream().map(file -> DynamicTest.dynamicTest("" + file.getFileName(), () -> check(file)));
        }
    }

    private static void check(Path file) throws IOException {
        String made = JSON.writerWithDefaultPrettyPrinter()
                        .writeValueAsString(
                                json(AzureTypes.convert(List.of(definitions(Files.readString(file))), Map.of())))
                + "\n";
        Path expected = Path.of(file.toString().replace(".json", EXPECTED));
        if (System.getProperty("cases", "").equals("rewrite")) {
            Files.writeString(expected, made);
        }
        assertThat(made).isEqualTo(Files.readString(expected));
    }

    private static ObjectNode json(Conversion conversion) {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode types = json.putArray("types");
        for (SimulatedAzureType type : conversion.types()) {
            ObjectNode entry = types.addObject();
            entry.set("schema", type.schema());
            entry.set("registration", type.registration());
            type.notes().forEach(entry.putArray("notes")::add);
        }
        ArrayNode leftOut = json.putArray("leftOut");
        conversion
                .leftOut()
                .forEach(type -> leftOut.add(type.armType() + "@" + type.apiVersion() + ": " + type.reason()));
        return json;
    }

    private static TypeDefinitions definitions(String document) {
        return TypeDefinitions.of("types.json", JSON.readTree(document));
    }

    @Test
    void theSameDefinitionsBecomeTheSameTypes() throws IOException {
        String document = Files.readString(CASES.resolve("places-of-types.json"));

        assertThat(AzureTypes.convert(List.of(definitions(document)), Map.of()))
                .isEqualTo(AzureTypes.convert(List.of(definitions(document)), Map.of()));
    }

    @Test
    void aVersionThatTwoFilesHaveIsTakenFromTheFirst() throws IOException {
        String document = Files.readString(CASES.resolve("functions.json"));

        Conversion conversion = AzureTypes.convert(List.of(definitions(document), definitions(document)), Map.of());

        assertThat(conversion.types()).hasSize(2);
        assertThat(conversion.leftOut())
                .extracting(AzureTypes.LeftOut::reason)
                .containsOnly("it is in types.json, too, which counts");
    }

    @Test
    void aTypeThatIsThereKeepsItsNameAndItsSpelling() throws IOException {
        String document = Files.readString(CASES.resolve("functions.json"));

        Conversion conversion =
                AzureTypes.convert(List.of(definitions(document)), Map.of("Example.Wine/Cellars", "My::Own::Cellar"));

        assertThat(conversion.types())
                .extracting(SimulatedAzureType::typeName)
                .containsExactly("My::Own::Cellar", "Example::Wine::CellarsRacks");
        assertThat(conversion.types())
                .extracting(SimulatedAzureType::armType)
                .containsExactly("Example.Wine/Cellars", "Example.Wine/Cellars/racks");
    }

    @Test
    void whatIsWrongWithAFileIsToldWithItsPlace() {
        assertRefused("{}", "types.json: expected a list of type definitions");
        assertRefused("[{\"$type\":\"DateType\"}]", "types.json#/0/$type: expected one of AnyType");
        assertRefused(
                "[{\"$type\":\"ArrayType\",\"itemType\":{\"$ref\":\"#/1\"}}]",
                "types.json#/0/itemType: expected a reference to an element of this file");
        assertRefused(
                "[{\"$type\":\"ResourceType\",\"name\":\"a\",\"body\":{\"$ref\":\"#/0\"}}]",
                "types.json#/0/name: expected Namespace/type@version, found 'a'");
    }

    private static void assertRefused(String document, String message) {
        assertThatThrownBy(() -> definitions(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
