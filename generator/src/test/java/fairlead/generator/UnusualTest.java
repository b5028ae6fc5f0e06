package fairlead.generator;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Values that are easily lost, in the place of others.
class UnusualTest {

    private static Optional<ObjectNode> unusual(String properties, String input, Edge edge, String... kept) {
        List<PropertyPath> paths = List.of(kept).stream()
                .map(name -> PropertyPath.parse("/properties/" + name))
                .toList();
        return Generator.of(Schemas.of(properties.replace('\'', '"'), "")).unusual(json(input), edge, paths);
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @Test
    void takenForNothing() {
        String properties = "'On': {'type': 'boolean'}, 'Size': {'type': 'integer'}, 'Note': {'type': 'string'}";
        assertThat(unusual(properties, "{'Name': 'a', 'On': true, 'Size': 7, 'Note': 'b'}", Edge.NOTHING, "Name"))
                .contains(json("{'Name': 'a', 'On': false, 'Size': 0, 'Note': ''}"));
    }

    @Test
    void asLargeAsTheSchemaLetsThemBe() {
        String properties = "'Size': {'type': 'integer', 'minimum': 1, 'maximum': 90},'Note': {'type': 'string',"
                + " 'maxLength': 200}, 'Code': {'type': 'string', 'pattern': '^[a-z]{2,30}$'}";
        ObjectNode made = unusual(properties, "{'Name': 'a', 'Size': 7, 'Note': 'b', 'Code': 'abc'}", Edge.MUCH, "Name")
                .orElseThrow();
        assertThat(made.path("Size").intValue()).isEqualTo(90);
        assertThat(made.path("Note").stringValue().codePoints()).hasSize(200);
        assertThat(made.path("Note").stringValue()).contains("Ä", "\n", "<b>");
        assertThat(made.path("Code").stringValue()).hasSize(30);
    }

    @Test
    void twiceInAListThatIsNoSet() {
        String properties = "'Bag': {'type': 'array', 'items': {'type': 'integer', 'maximum': 5, 'minimum': 1}},"
                + "'Set': {'type': 'array', 'uniqueItems': true, 'items': {'type': 'integer', 'maximum': 5}}";
        ObjectNode made = unusual(properties, "{'Name': 'a', 'Bag': [1, 2], 'Set': [3, 4]}", Edge.MUCH, "Name")
                .orElseThrow();
        assertThat(made.path("Bag")).hasSizeGreaterThan(2);
        assertThat(made.path("Set")).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void notWhereSomethingElseIsAskedFor() {
        String properties = "'When': {'type': 'string', 'format': 'date-time'},"
                + " 'Mode': {'type': 'string', 'enum': ['a', 'b']}";
        assertThat(unusual(properties, "{'Name': 'a', 'When': '2026-11-01T12:00:00Z', 'Mode': 'b'}", Edge.MUCH, "Name"))
                .isEmpty();
    }

    @Test
    void notInWhatIsKept() {
        assertThat(unusual("'Note': {'type': 'string'}", "{'Name': 'a', 'Note': 'b'}", Edge.WORDS, "Name", "Note"))
                .isEmpty();
    }

    @Test
    void leaveTheWholeValid() {
        String properties = "'One': {'type': 'boolean'}, 'Two': {'type': 'string', 'minLength': 2}";
        assertThat(unusual(properties, "{'Name': 'a', 'One': true, 'Two': 'bc'}", Edge.NOTHING, "Name"))
                .hasValueSatisfying(
                        made -> assertThat(made.path("Two").stringValue()).hasSizeGreaterThan(1));
    }
}
