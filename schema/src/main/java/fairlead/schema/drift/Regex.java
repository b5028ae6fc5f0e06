package fairlead.schema.drift;

import com.dashjoin.jsonata.Jsonata.JFunction;
import com.dashjoin.jsonata.Parser;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A regular expression of a transform that stops when the limits are reached.
///
/// The library runs a literal `/a+/` as it is, and nothing could end a catastrophic one. So each literal is
/// exchanged for this function before it is used; the functions that take a pattern are in [Functions].
final class Regex extends JFunction {

    private static final Field VALUE = literal();

    private final Pattern pattern;

    private Regex(Pattern pattern, Limits limits) {
        super((_, arguments) -> applied(limits, pattern, arguments), "<s:o>");
        this.pattern = pattern;
    }

    Pattern pattern() {
        return pattern;
    }

    private static Field literal() {
        try {
            Field value = Parser.Symbol.class.getDeclaredField("value");
            value.setAccessible(true);
            return value;
        } catch (NoSuchFieldException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /// Puts a bounded expression in place of the literal, if the symbol is one.
    static void bound(Parser.Symbol symbol, Limits limits) {
        try {
            Object value = VALUE.get(symbol);
            if (value instanceof Pattern pattern) {
                VALUE.set(symbol, new Regex(pattern, limits));
            } else if (value instanceof Regex regex) {
                VALUE.set(symbol, new Regex(regex.pattern, limits));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object applied(Limits limits, Pattern pattern, List<?> arguments) {
        if (arguments.isEmpty() || !(arguments.getFirst() instanceof String text)) {
            return null;
        }
        Matcher matcher = limits.matcher(pattern, text);
        return matcher.find() ? match(matcher, true) : null;
    }

    /// A match as transforms see it.
    static Map<String, Object> match(Matcher matcher, boolean whole) {
        Map<String, Object> match = new LinkedHashMap<>();
        match.put("match", matcher.group());
        match.put("index", matcher.start());
        match.put("start", matcher.start());
        match.put("end", matcher.end());
        List<@Nullable String> groups = new ArrayList<>();
        for (int group = whole ? 0 : 1; group <= matcher.groupCount(); group++) {
            groups.add(matcher.group(group));
        }
        match.put("groups", groups);
        return match;
    }
}
