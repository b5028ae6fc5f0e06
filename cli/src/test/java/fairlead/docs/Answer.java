package fairlead.docs;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.docs.Page.Block;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Whether an answer is the one that a page shows. What differs each time (ids, times, ports) is shown as it once was
/// and
/// compared by its form; JSON is compared as JSON, so a page may fold it; of headers, a page shows those that matter. A
/// line `...` stands for any number of lines, and `...` within one for any text.
final class Answer {

    private static final String ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    private static final List<Map.Entry<Pattern, String>> CHANGING = List.of(
            Map.entry(Pattern.compile("(?!00000000-0000-0000)" + ID), "<id>"),
            Map.entry(Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z"), "<time>"),
            Map.entry(Pattern.compile("(?<=\\\\?\"?[0-9a-z]{1,9}-)[0-9a-f]{13,16}(?=\\\\?\"|$)"), "<tag>"),
            Map.entry(Pattern.compile("thing-[0-9a-f]{16}"), "thing-<id>"),
            Map.entry(Pattern.compile("\\b[0-9a-f]{8}…"), "<id>…"),
            Map.entry(Pattern.compile("\\b\\d+(\\.\\d+)?( ?m?s)\\b"), "<time>"));

    private Answer() {}

    static void check(Page page, Block block, String actual) {
        String where = page.path() + ":" + block.line();
        switch (block.info().getFirst()) {
            case "json" -> assertThat(json(actual)).as(where).isEqualTo(json(block.text()));
            case "http" -> checkHttp(where, block.text(), actual);
            default -> checkText(where, block.text(), actual);
        }
    }

    private static void checkHttp(String where, String expected, String actual) {
        List<String> expectedParts = parts(expected);
        List<String> actualParts = parts(actual);
        List<String> headers = changing(actualParts.getFirst()).lines().toList();
        assertThat(headers)
                .as(where)
                .containsAll(changing(expectedParts.getFirst()).lines().toList());
        checkText(where, json(expectedParts.get(1)), json(actualParts.get(1)));
    }

    /// The headers, and what comes after the empty line.
    private static List<String> parts(String answer) {
        String text = answer.replace("\r", "");
        int end = text.indexOf("\n\n");
        return end < 0 ? List.of(text, "") : List.of(text.substring(0, end), text.substring(end + 2));
    }

    private static void checkText(String where, String expected, String actual) {
        String pattern = changing(expected)
                .lines()
                .map(String::stripTrailing)
                .map(line -> line.equals("...") ? "(?:.*\n)*?" : quoted(line) + "\n")
                .reduce("", String::concat);
        String text = changing(actual)
                .lines()
                .map(String::stripTrailing)
                .map(line -> line + "\n")
                .reduce("", String::concat);
        if (!Pattern.matches(pattern, text)) {
            assertThat(text).as(where).isEqualTo(changing(expected));
        }
    }

    private static String quoted(String line) {
        return Stream.of(line.split("\\.\\.\\.", -1))
                .map(Pattern::quote)
                .reduce((a, b) -> a + ".*" + b)
                .orElseThrow();
    }

    /// Folded in one way, whatever way it was folded in; other text as it is.
    private static String json(String text) {
        try {
            JsonNode tree = JsonMapper.shared().readTree(changing(text));
            return tree.isMissingNode() ? text : tree.toPrettyString();
        } catch (JacksonException otherText) {
            return text;
        }
    }

    private static String changing(String text) {
        String same = text;
        for (Map.Entry<Pattern, String> form : CHANGING) {
            same = form.getKey().matcher(same).replaceAll(form.getValue());
        }
        return same;
    }
}
