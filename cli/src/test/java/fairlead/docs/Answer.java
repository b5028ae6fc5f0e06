package fairlead.docs;

import fairlead.docs.Page.Block;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Whether an answer is the one that a page shows. What differs each time (ids, times, ports) is shown as it once was
/// and compared by its form, and progress that is told meanwhile not at all; JSON is compared as JSON, so a page may
/// fold it; of headers, a page shows those that matter. A line `...` stands for any number of lines, and `...` within
/// one for any text.
final class Answer {

    private static final String ID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
    private static final List<Map.Entry<Pattern, String>> CHANGING = List.of(
            Map.entry(Pattern.compile("(?!00000000-0000-0000)" + ID), "<id>"),
            Map.entry(Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?Z"), "<time>"),
            Map.entry(Pattern.compile("(?<=\\\\?\"?[0-9a-z]{1,9}-)[0-9a-f]{13,16}(?=\\\\?\"|$)"), "<tag>"),
            Map.entry(Pattern.compile("thing-[0-9a-f]{16}"), "thing-<id>"),
            Map.entry(Pattern.compile("\\b[0-9a-f]{8}…"), "<id>…"),
            Map.entry(Pattern.compile("\\b\\d+(\\.\\d+)? ?(ms|s|m|h)\\b"), "<time>"),
            Map.entry(Pattern.compile("(?<=Retry-After: )\\d+"), "<seconds>"),
            Map.entry(Pattern.compile("\\b\\d{2}:\\d{2}:\\d{2}\\.\\d{3}\\b"), "<time of day>"),
            Map.entry(Pattern.compile("\\b\\d+ (rules held|not exercised|skipped|calls)\\b"), "<number> $1"),
            Map.entry(Pattern.compile("(?<=api-version )\\d{4}-\\d\\d-\\d\\d"), "<day>"),
            Map.entry(
                    Pattern.compile(
                            "(?m)^(Operation|Creating|Updating|Deleting) .* (Accepted|Running|Canceling)\\b.*\\R"),
                    ""),
            Map.entry(Pattern.compile("(?m)^  (request <id> \\(.*\\)|operation <id>)$"), "  request <id>"),
            Map.entry(Pattern.compile("(?<=\\S) {2,}"), "  "));

    private Answer() {}

    /// The block with the answer that was really given, if it is not the one that is shown.
    static Optional<String> differing(Block block, String actual) {
        return switch (block.info().getFirst()) {
            case "json" ->
                same(json(block.text()), json(actual)) ? Optional.empty() : Optional.of(folded(actual) + "\n");
            case "http" -> sameHttp(block.text(), actual) ? Optional.empty() : Optional.of(http(block.text(), actual));
            default -> same(block.text(), actual) ? Optional.empty() : Optional.of(actual);
        };
    }

    private static boolean sameHttp(String expected, String actual) {
        List<String> expectedParts = parts(expected);
        List<String> actualParts = parts(actual);
        List<String> headers = changing(actualParts.getFirst()).lines().toList();
        return headers.containsAll(changing(expectedParts.getFirst()).lines().toList())
                && same(json(expectedParts.get(1)), json(actualParts.get(1)));
    }

    /// The answer with those headers that the page shows, or all if it shows none yet.
    private static String http(String expected, String actual) {
        List<String> actualParts = parts(actual);
        List<String> names = parts(expected)
                .getFirst()
                .lines()
                .map(line -> line.replaceFirst("[: /].*", ""))
                .toList();
        String headers = actualParts
                .getFirst()
                .lines()
                .filter(line -> names.contains(line.replaceFirst("[: /].*", "")) || names.isEmpty())
                .collect(Collectors.joining("\n"));
        String body = actualParts.get(1);
        return headers + "\n" + (body.isBlank() ? "" : "\n" + folded(body) + "\n");
    }

    /// JSON as pages show it.
    private static String folded(String text) {
        try {
            String pretty = JsonMapper.shared().readTree(text).toPrettyString();
            return pretty.replaceAll("(?m)^( *\"[^\"]*\") : ", "$1: ");
        } catch (JacksonException otherText) {
            return text.strip();
        }
    }

    /// The headers, and what comes after the empty line.
    private static List<String> parts(String answer) {
        String text = answer.replace("\r", "");
        int end = text.indexOf("\n\n");
        return end < 0 ? List.of(text, "") : List.of(text.substring(0, end), text.substring(end + 2));
    }

    private static boolean same(String expected, String actual) {
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
        return Pattern.matches(pattern, text);
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
