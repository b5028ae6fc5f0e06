package fairlead.generator;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Changes that are easily taken for none.
class SlightChangesTest {

    private static final String PROPERTIES = """
        "Note": {"type": "string"},
        "Code": {"type": "string", "pattern": "^[a-z]+$"},
        "Size": {"type": "integer", "maximum": 7},
        "Share": {"type": "number"},
        "On": {"type": "boolean"},
        "List": {"type": "array", "items": {"type": "string"}},
        "Place": {"type": "object", "properties": {"City": {"type": "string"}}}
        """;

    private static Optional<SlightChange> slight(String input, SlightChangeKind kind, String... done) {
        Generator generator = Generator.of(Schemas.of(PROPERTIES, ""));
        return generator.slight(json(input), kind, Set.of(done), List.of(PropertyPath.parse("/properties/Name")));
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        CASE       | {'Name': 'a', 'Note': 'bc'}            | {'Name': 'a', 'Note': 'Bc'}
        BLANK      | {'Name': 'a', 'Note': 'bc'}            | {'Name': 'a', 'Note': 'bc '}
        NUMBER     | {'Name': 'a', 'Size': 3}               | {'Name': 'a', 'Size': 4}
        NUMBER     | {'Name': 'a', 'Size': 7}               | {'Name': 'a', 'Size': 6}
        NUMBER     | {'Name': 'a', 'Share': 2}              | {'Name': 'a', 'Share': 2.0001}
        FLAG       | {'Name': 'a', 'On': true}              | {'Name': 'a', 'On': false}
        ORDER      | {'Name': 'a', 'List': ['b', 'c', 'd']} | {'Name': 'a', 'List': ['d', 'c', 'b']}
        REPETITION | {'Name': 'a', 'List': ['b', 'c']}      | {'Name': 'a', 'List': ['b', 'c', 'b']}
        EMPTY_TEXT | {'Name': 'a', 'List': ['b', 'c']}      | {'Name': 'a', 'List': ['', 'c']}
        MEMBER     | {'Name': 'a', 'Place': {'City': 'b'}}  | {'Name': 'a', 'Place': {}}
        ITEM       | {'Name': 'a', 'List': ['b', 'c']}      | {'Name': 'a', 'List': ['c']}
        EMPTY      | {'Name': 'a', 'List': ['b', 'c']}      | {'Name': 'a', 'List': []}
        PROPERTY   | {'Name': 'a', 'Size': 3}               | {'Name': 'a'}
        """)
    void areOfOneKind(SlightChangeKind kind, String input, String after) {
        assertThat(slight(input, kind).map(change -> change.after().toString()))
                .contains(json(after).toString());
    }

    @Test
    void areNoneWhereTheSchemaLetsNoneBe() {
        assertThat(slight("{'Name': 'a', 'Code': 'b'}", SlightChangeKind.CASE)).isEmpty();
    }

    @Test
    void areNoneOfWhatIsKept() {
        assertThat(slight("{'Name': 'a'}", SlightChangeKind.CASE)).isEmpty();
        assertThat(slight("{'Name': 'a'}", SlightChangeKind.PROPERTY)).isEmpty();
    }

    @Test
    void takeThePropertiesInTurn() {
        String input = "{'Name': 'a', 'List': ['b', 'c'], 'Note': 'd'}";
        assertThat(slight(input, SlightChangeKind.CASE).map(SlightChange::pointer))
                .contains("/List/0");
        assertThat(slight(input, SlightChangeKind.CASE, "/List/0").map(SlightChange::pointer))
                .contains("/Note");
        assertThat(slight(input, SlightChangeKind.CASE, "/List/0", "/Note").map(SlightChange::pointer))
                .contains("/List/1");
    }
}
