package fairlead.schema.drift;

import com.dashjoin.jsonata.JException;
import com.dashjoin.jsonata.Jsonata.Frame;
import com.dashjoin.jsonata.Jsonata.JFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// The functions of JSONata that could make or take too much, with limits. All others do work in the size of what they
/// are given.
final class Functions {

    private final Limits limits;

    private Functions(Limits limits) {
        this.limits = limits;
    }

    static void bind(Frame frame, Limits limits) {
        Functions functions = new Functions(limits);
        frame.bind("contains", new JFunction((_, args) -> functions.contains(args), "<s-(sf):b>"));
        frame.bind("match", new JFunction((_, args) -> functions.match(args), "<s-f<s:o>n?:a<o>>"));
        frame.bind("split", new JFunction((_, args) -> functions.split(args), "<s-(sf)n?:a<s>>"));
        frame.bind("replace", new JFunction((_, args) -> functions.replace(args), "<s-(sf)(sf)n?:s>"));
        frame.bind("join", new JFunction((_, args) -> join(args), "<a<s>s?:s>"));
        frame.bind("pad", new JFunction((_, args) -> pad(args), "<s-ns?:s>"));
        frame.bind("eval", new JFunction((_, _) -> refused("$eval"), "<sx?:x>"));
    }

    private static Object refused(String name) {
        throw new JException("expected a transform without " + name + ", found one with it", -1);
    }

    private static @Nullable Object at(List<?> args, int i) {
        return i < args.size() ? args.get(i) : null;
    }

    private static int limit(List<?> args, int i) {
        return at(args, i) instanceof Number number ? number.intValue() : Integer.MAX_VALUE;
    }

    private @Nullable Object contains(List<?> args) {
        if (!(at(args, 0) instanceof String text)) {
            return null;
        }
        return at(args, 1) instanceof Regex regex
                ? limits.matcher(regex.pattern(), text).find()
                : text.contains(String.valueOf(at(args, 1)));
    }

    private @Nullable Object match(List<?> args) {
        if (!(at(args, 0) instanceof String text) || !(at(args, 1) instanceof Regex regex)) {
            return null;
        }
        List<Object> matches = new ArrayList<>();
        Matcher matcher = limits.matcher(regex.pattern(), text);
        while (matches.size() < limit(args, 2) && matcher.find()) {
            matches.add(Regex.match(matcher, false));
        }
        return switch (matches.size()) {
            case 0 -> null;
            case 1 -> matches.getFirst();
            default -> matches;
        };
    }

    private @Nullable Object split(List<?> args) {
        if (!(at(args, 0) instanceof String text)) {
            return null;
        }
        List<String> parts = new ArrayList<>();
        int limit = limit(args, 2);
        if (at(args, 1) instanceof Regex regex) {
            Matcher matcher = limits.matcher(regex.pattern(), text);
            int from = 0;
            while (matcher.find()) {
                if (matcher.end() > 0) {
                    parts.add(text.substring(from, matcher.start()));
                    from = matcher.end();
                }
            }
            parts.add(text.substring(from));
        } else {
            parts.addAll(List.of(text.split(java.util.regex.Pattern.quote(String.valueOf(at(args, 1))), -1)));
            if (String.valueOf(at(args, 1)).isEmpty() && !parts.isEmpty()) {
                parts.removeLast();
            }
        }
        return new ArrayList<>(parts.subList(0, Math.min(limit, parts.size())));
    }

    private @Nullable Object replace(List<?> args) {
        if (!(at(args, 0) instanceof String text)) {
            return null;
        }
        if (!(at(args, 2) instanceof String by)) {
            throw new JException("expected a text to replace by, found another value", -1);
        }
        return at(args, 1) instanceof Regex regex
                ? replace(text, regex, by, limit(args, 3))
                : replace(text, String.valueOf(at(args, 1)), by, limit(args, 3));
    }

    private static String replace(String text, String what, String by, int limit) {
        if (what.isEmpty()) {
            throw new JException("expected a text to replace, found an empty one", -1);
        }
        StringBuilder result = new StringBuilder();
        int from = 0;
        int found = text.indexOf(what);
        for (int i = 0; i < limit && found >= 0; i++) {
            result.append(text, from, found).append(by);
            Limits.text(result.length());
            from = found + what.length();
            found = text.indexOf(what, from);
        }
        return result.append(text.substring(from)).toString();
    }

    private String replace(String text, Regex regex, String by, int limit) {
        StringBuilder result = new StringBuilder();
        Matcher matcher = limits.matcher(regex.pattern(), text);
        int from = 0;
        for (int i = 0; i < limit && matcher.find(); i++) {
            result.append(text, from, matcher.start());
            expand(by, matcher, result);
            Limits.text(result.length());
            from = matcher.end();
        }
        return result.append(text.substring(from)).toString();
    }

    /// `$1` is a group, `$0` the match and `$$` a dollar; a group that is not there is nothing.
    private static void expand(String by, Matcher matcher, StringBuilder result) {
        for (int i = 0; i < by.length(); i++) {
            char c = by.charAt(i);
            char next = i + 1 < by.length() ? by.charAt(i + 1) : ' ';
            if (c == '$' && next >= '0' && next <= '9') {
                int group = next - '0';
                result.append(
                        group <= matcher.groupCount() ? Objects.requireNonNullElse(matcher.group(group), "") : "");
                i++;
            } else {
                result.append(c);
                i += c == '$' && next == '$' ? 1 : 0;
            }
        }
    }

    private static @Nullable Object join(List<?> args) {
        if (!(at(args, 0) instanceof List<?> parts)) {
            return at(args, 0);
        }
        String separator = at(args, 1) instanceof String text ? text : "";
        StringJoiner result = new StringJoiner(separator);
        for (Object part : parts) {
            result.add(String.valueOf(part));
            Limits.text(result.length());
        }
        return result.toString();
    }

    private static @Nullable Object pad(List<?> args) {
        if (!(at(args, 0) instanceof String text) || !(at(args, 1) instanceof Number width)) {
            return at(args, 0);
        }
        String with = at(args, 2) instanceof String given && !given.isEmpty() ? given : " ";
        Limits.text(Math.abs(width.longValue()));
        int missing = Math.abs(width.intValue()) - text.length();
        if (missing <= 0) {
            return text;
        }
        String padding = with.repeat(missing / with.length() + 1).substring(0, missing);
        return width.intValue() > 0 ? text + padding : padding + text;
    }
}
