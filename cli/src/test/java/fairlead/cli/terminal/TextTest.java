package fairlead.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class TextTest {

    private static final Palette PLAIN = new Palette(false);

    @ParameterizedTest
    @CsvSource({"abc,3", "é,1", "e\u0301,1", "日本,4", "🚀,2"})
    void hasAWidth(String text, int width) {
        assertThat(Text.width(text)).isEqualTo(width);
    }

    @ParameterizedTest
    @CsvSource({"abcdef,6,abcdef", "abcdef,5,abcd…", "日本語,5,日本…", "日本語,4,日…", "abc,1,…", "abc,0,''"})
    void isCutToAWidth(String text, int columns, String cut) {
        assertThat(Text.cut(text, columns)).isEqualTo(cut);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-01T11:59:59Z,1s",
        "2026-11-01T11:58:01Z,119s",
        "2026-11-01T13:50:00+02:00,10m",
        "2026-10-31T12:00:00Z,24h",
        "2026-10-01T12:00:00Z,31d",
        "2020-11-01T12:00:00Z,6y",
        "2026-11-01T12:00:09Z,0s",
        "yesterday,''"
    })
    void saysAnAge(String time, String age) {
        assertThat(Ages.since(time, Instant.parse("2026-11-01T12:00:00Z"))).isEqualTo(age);
    }

    @Test
    void ofATableLosesItsWidestColumnsFirst() {
        Table table = new Table().column("NAME").column("LONG").right("N").row("a", "x".repeat(40), "1");

        assertThat(table.lines(24, PLAIN))
                .containsExactly("NAME  LONG             N", "a     " + "x".repeat(14) + "…  1");
    }

    @Test
    void ofATableKeepsItsKeysWhole() {
        Table table = new Table().column("A").key("ID").row("x".repeat(20), "y".repeat(20));

        assertThat(table.lines(24, PLAIN).getLast()).isEqualTo("x".repeat(7) + "…  " + "y".repeat(20));
    }

    @Test
    void ofATableIsAlignedUnderItsColours() {
        Table table = new Table()
                .column("STATE", new Palette(true)::state)
                .column("X")
                .row("Failed", "1")
                .row("", "2");

        assertThat(table.lines(80, PLAIN)).containsExactly("STATE   X", "\u001b[31mFailed\u001b[0m  1", "-       2");
    }

    @Test
    void ofATreeIsAnOutline() {
        var tree = JsonMapper.shared()
                .readTree("{\"A\":\"x\",\"B\":{\"C\":[1,2],\"D\":{}},\"E\":[{\"F\":1,\"G\":[{\"H\":2}]},3,[4,[5]]]}");

        assertThat(Outline.of(tree, PLAIN))
                .isEqualTo(List.of(
                        "A: x",
                        "B:",
                        "  C: [1, 2]",
                        "  D: {}",
                        "E:",
                        "  - F: 1",
                        "    G:",
                        "      - H: 2",
                        "  - 3",
                        "  - - 4",
                        "    - [5]"));
    }

    @Test
    void ofJsonKeepsItsNumbersWhenIndented() {
        byte[] json = "{\"a\":[1.10,1e2],\"b\":{},\"c\":[]}".getBytes(StandardCharsets.UTF_8);

        assertThat(Json.pretty(json)).isEqualTo("""
            {
              "a": [
                1.10,
                1e2
              ],
              "b": {},
              "c": []
            }\
            """);
    }

    @Test
    void ofAListIsSplitExactly() {
        byte[] list = "{\"x\":{\"value\":[9]}, \"value\" : [ {\"a\": \"é\"} , 12, \"z\" ],\"nextLink\":null}"
                .getBytes(StandardCharsets.UTF_8);

        assertThat(Json.elements(list).stream().map(element -> new String(element, StandardCharsets.UTF_8)))
                .containsExactly("{\"a\": \"é\"}", "12", "\"z\"");
    }
}
