package fairlead.schema.check;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.Profile;
import fairlead.schema.reference.Documents;
import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// One thing after the other is broken in a sound schema: `mutations.json` says what, and which finding must name the
/// place, and what its message says. Nothing else is found, but for what the mutation itself says may follow.
class MutationsTest {

    private static final Path FOLDER = Path.of("src/test/resources/cases/mutations");
    private static final Set<String> CONTRADICTIONS = Set.of(
            "schema.no-model",
            "schema.no-value",
            "schema.dead-branch",
            "schema.tag-required",
            "schema.enum-value",
            "schema.empty-range",
            "schema.pattern-empty",
            "schema.pattern-length");
    private static final Checker CHECKER = new Checker(Documents.none());

    @Test
    void startFromASoundSchema() throws IOException {
        Checked checked = CHECKER.check("sound.json", Files.readAllBytes(FOLDER.resolve("sound.json")));

        assertThat(checked.findings()).isEmpty();
    }

    @TestFactory
    Stream<DynamicTest> eachIsFoundWhereItIs() throws IOException {
        JsonNode mutations = JsonMapper.shared().readTree(Files.readAllBytes(FOLDER.resolve("mutations.json")));
        return StreamSupport.stream(mutations.spliterator(), false)
                .map(mutation -> DynamicTest.dynamicTest(mutation.path("name").stringValue(), () -> isFound(mutation)));
    }

    /// CloudFormation takes schemas of which nothing can be made.
    @Test
    void contradictionsAreWarningsByTheProfileOfCloudFormation() throws IOException {
        Checker checker = new Checker(Documents.none(), Profile.CLOUDFORMATION);
        int tried = 0;
        for (JsonNode mutation : JsonMapper.shared().readTree(Files.readAllBytes(FOLDER.resolve("mutations.json")))) {
            if (CONTRADICTIONS.contains(mutation.path("id").stringValue())) {
                assertThat(checker.check("mutated.json", text(mutation)).errors())
                        .as(mutation.toString())
                        .isZero();
                tried++;
            }
        }
        assertThat(tried).isGreaterThan(20);
    }

    private static byte[] text(JsonNode mutation) throws IOException {
        ObjectNode schema = (ObjectNode) JsonMapper.shared().readTree(Files.readAllBytes(FOLDER.resolve("sound.json")));
        mutation.path("set").forEachEntry((pointer, value) -> set(schema, pointer, value));
        mutation.path("remove").forEach(pointer -> remove(schema, pointer.stringValue()));
        return JsonMapper.shared()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(schema)
                .getBytes(StandardCharsets.UTF_8);
    }

    private static void isFound(JsonNode mutation) throws IOException {
        byte[] text = text(mutation);

        List<Placed> findings = CHECKER.check("mutated.json", text).findings();

        String expected = mutation.path("id").stringValue();
        String at = mutation.path("at").stringValue();
        Source.Document source = (Source.Document) Notation.JSON.read(text);
        assertThat(findings)
                .extracting(placed -> placed.finding().severity() + " "
                        + placed.finding().id() + " " + placed.finding().pointer() + " " + placed.position())
                .contains(mutation.path("severity").asString("ERROR") + " " + expected + " " + at + " "
                        + source.places().get().of(at));
        assertThat(findings)
                .filteredOn(placed -> placed.finding().pointer().equals(at))
                .extracting(placed -> placed.finding().message())
                .anySatisfy(message ->
                        assertThat(message).contains(mutation.path("says").asString("")));
        assertThat(findings)
                .extracting(placed -> placed.finding().id())
                .as("nothing else")
                .isSubsetOf(Stream.concat(
                                Stream.of(expected),
                                mutation.path("also").valueStream().map(JsonNode::stringValue))
                        .toList());
    }

    private static void set(ObjectNode schema, String pointer, JsonNode value) {
        int slash = pointer.lastIndexOf('/');
        String name = pointer.substring(slash + 1).replace("~1", "/").replace("~0", "~");
        switch (schema.at(pointer.substring(0, slash))) {
            case ObjectNode object -> object.set(name, value);
            case ArrayNode array when name.equals("-") -> array.add(value);
            case ArrayNode array -> array.set(Integer.parseInt(name), value);
            default -> throw new IllegalArgumentException(pointer);
        }
    }

    private static void remove(ObjectNode schema, String pointer) {
        int slash = pointer.lastIndexOf('/');
        ((ObjectNode) schema.at(pointer.substring(0, slash))).remove(pointer.substring(slash + 1));
    }
}
