package fairlead.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.schema.source.Notation;
import fairlead.schema.source.Source;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class YamlTest {

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }

    private static JsonNode read(String yaml) {
        return Notation.YAML.read(yaml.getBytes(StandardCharsets.UTF_8)) instanceof Source.Document document
                ? document.root()
                : json("{}");
    }

    @Test
    void writesBlocksAndQuotesWhatCouldBeSomethingElse() {
        assertThat(Yaml.document(json("""
            {'a': {'b': [1, {'c': 'x', 'd': []}], 'e': {}}, 'no': 'yes', 'f': '1', 'g': 'two words', 'h': null}\
            """))).isEqualTo("""
                ---
                a:
                  b:
                    - 1
                    -
                      c: x
                      d: []
                  e: {}
                "no": "yes"
                f: "1"
                g: "two words"
                h: null
                """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "[[], [[1]], {'a': [{}]}]",
                "{'': '', '~': '~', '#': '# no', ': ': 'a: b', '-': '- a', '\\u0000': '\\n\\t\\u00e9\\ud83d\\ude00'}",
                "{'a': '0x1f', 'b': '1e3', 'c': 1.50, 'd': 12, 'e': true, 'f': 'TRUE', 'g': '.inf', 'h': '2026-11-26'}",
                "'text'"
            })
    void readsAsWhatWasWritten(String text) {
        JsonNode value = json(text);

        assertThat(read(Yaml.document(value)).toString()).isEqualTo(value.toString());
    }
}
