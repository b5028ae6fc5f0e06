package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.ANY;
import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.bool;
import static fairlead.armtemplate.function.Values.integer;
import static fairlead.armtemplate.function.Values.text;

import fairlead.armtemplate.source.LenientReader;
import fairlead.armtemplate.source.UnreadableException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/// Functions of strings.
final class Strings {

    private static final int LONGEST_PADDING = 100_000;

    private Strings() {}

    static void register() {
        add("base64", 1, a -> text(Base64.getEncoder().encodeToString(a.text(0).getBytes(StandardCharsets.UTF_8))));
        add("base64ToString", 1, a -> text(decoded(a, a.text(0))));
        add("base64ToJson", 1, a -> json(a, decoded(a, a.text(0))));
        add("json", 1, a -> json(a, a.text(0)));
        add("string", 1, a -> text(Values.shown(a.get(0))));
        add("toLower", 1, a -> text(a.text(0).toLowerCase(Locale.ROOT)));
        add("toUpper", 1, a -> text(a.text(0).toUpperCase(Locale.ROOT)));
        add("trim", 1, a -> text(a.text(0).strip()));
        add(
                "startsWith",
                2,
                a -> bool(
                        a.text(0).regionMatches(true, 0, a.text(1), 0, a.text(1).length())));
        add("endsWith", 2, Strings::endsWith);
        add("padLeft", 2, 3, Strings::padLeft);
        add("replace", 3, Strings::replace);
        add("split", 2, Strings::split);
        add("substring", 2, 3, Strings::substring);
        add("format", 1, ANY, a -> text(CompositeFormat.format(a)));
        add("uniqueString", 1, ANY, a -> text(Hashes.uniqueString(joined(a))));
        add("guid", 1, ANY, a -> text(Hashes.guid(joined(a))));
        add("like", 2, Strings::like);
        add("fail", 1, a -> {
            throw a.fault(a.text(0));
        });
    }

    private static String joined(Arguments a) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < a.count(); i++) {
            parts.add(a.simple(i));
        }
        return String.join("-", parts);
    }

    static String decoded(Arguments a, String encoded) {
        try {
            byte[] bytes = Base64.getDecoder().decode(encoded.strip());
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException | CharacterCodingException e) {
            throw a.fault("the value '" + encoded + "' is not a base 64 representation of text in UTF-8");
        }
    }

    private static JsonNode json(Arguments a, String written) {
        try {
            return LenientReader.read(written).root();
        } catch (UnreadableException e) {
            throw a.fault("the value is not valid JSON: " + e.getMessage() + ", line "
                    + e.position().line() + ", position " + e.position().column());
        }
    }

    private static JsonNode endsWith(Arguments a) {
        String text = a.text(0);
        String end = a.text(1);
        return bool(text.regionMatches(true, text.length() - end.length(), end, 0, end.length()));
    }

    private static JsonNode padLeft(Arguments a) {
        String text = a.simple(0);
        int length = a.small(1);
        String padding = a.optionalText(2).orElse(" ");
        if (padding.length() != 1) {
            throw a.fault("the padding character has to be one character, it is '" + padding + "'");
        }
        if (length < 0 || length > LONGEST_PADDING) {
            throw a.fault("the length has to be between '0' and '" + LONGEST_PADDING + "', it is '" + length + "'");
        }
        return text(padding.repeat(Math.max(0, length - text.length())) + text);
    }

    private static JsonNode replace(Arguments a) {
        if (a.text(1).isEmpty()) {
            throw a.fault("the string to be replaced must not be empty");
        }
        return text(a.text(0).replace(a.text(1), a.text(2)));
    }

    private static JsonNode split(Arguments a) {
        List<String> delimiters = new ArrayList<>();
        if (a.get(1).isArray()) {
            a.get(1).forEach(item -> {
                if (!item.isString()) {
                    throw a.wrong(1, "String or Array of Strings");
                }
                delimiters.add(item.stringValue());
            });
        } else {
            delimiters.add(a.text(1));
        }
        delimiters.removeIf(String::isEmpty);
        String text = a.text(0);
        ArrayNode made = Values.array();
        int start = 0;
        int at = 0;
        delimiters.sort(Comparator.comparingInt(String::length).reversed());
        while (at < text.length()) {
            int length = delimiterAt(text, at, delimiters);
            if (length == 0) {
                at++;
            } else {
                made.add(text.substring(start, at));
                at += length;
                start = at;
            }
        }
        return made.add(text.substring(start));
    }

    private static int delimiterAt(String text, int at, List<String> delimiters) {
        for (String delimiter : delimiters) {
            if (text.startsWith(delimiter, at)) {
                return delimiter.length();
            }
        }
        return 0;
    }

    private static JsonNode substring(Arguments a) {
        String text = a.text(0);
        long start = a.whole(1);
        long length = a.has(2) ? a.whole(2) : text.length() - start;
        if (start < 0 || length < 0 || start + length > text.length()) {
            throw a.fault("the index and length parameters must refer to a location within the string. The index"
                    + " parameter: '" + start + "', the length parameter: '" + length
                    + "', the length of the string parameter: '" + text.length() + "'");
        }
        return text(text.substring((int) start, (int) (start + length)));
    }

    private static JsonNode like(Arguments a) {
        StringBuilder pattern = new StringBuilder();
        for (String part : a.text(1).split("\\*", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return bool(
                Pattern.compile(pattern.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL)
                        .matcher(a.text(0))
                        .matches());
    }

    /// The first place of a string within another in any case, -1 if there is none.
    static JsonNode indexOf(String text, String part, boolean last) {
        int length = part.length();
        int end = text.length() - length;
        for (int i = 0; i <= end; i++) {
            int at = last ? end - i : i;
            if (text.regionMatches(true, at, part, 0, length)) {
                return integer(at);
            }
        }
        return integer(-1);
    }
}
