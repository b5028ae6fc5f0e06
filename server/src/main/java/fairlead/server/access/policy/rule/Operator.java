package fairlead.server.access.policy.rule;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/// The conditions of rules, all that there are. Each takes time in proportion to what it compares.
///
/// Implements "Conditions" of "Azure Policy definition structure policy rule". What is absent is equal to the empty
/// text,
/// and fulfils no other condition that is not a denial.
public enum Operator {
    EQUALS("equals", "The values are the same, texts without regard to case."),
    NOT_EQUALS("notEquals", "They are not the same."),
    LIKE("like", "The text is the other, in which one `*` stands for any characters."),
    NOT_LIKE("notLike", "It is not."),
    MATCH(
            "match",
            "The text has the form of the other: `#` is a digit, `?` a letter, `.` any character, all else itself."),
    MATCH_INSENSITIVELY("matchInsensitively", "The same without regard to case."),
    IN("in", "The value is one of the list."),
    NOT_IN("notIn", "It is none of the list."),
    CONTAINS("contains", "The text has the other in it, or the list has the value."),
    NOT_CONTAINS("notContains", "It has not."),
    CONTAINS_KEY("containsKey", "The object has a member of that name."),
    LESS("less", "The number or text comes before the other."),
    LESS_OR_EQUALS("lessOrEquals", "It comes before it or is the same."),
    GREATER("greater", "The number or text comes after the other."),
    GREATER_OR_EQUALS("greaterOrEquals", "It comes after it or is the same."),
    EXISTS("exists", "There is a value, or with `false` there is none.");

    private static final Map<String, Operator> BY_NAME = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(one -> one.text.toLowerCase(Locale.ROOT), Function.identity()));

    private final String text;
    private final String says;

    Operator(String text, String says) {
        this.text = text;
        this.says = says;
    }

    static Optional<Operator> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    /// As rules name it.
    public String text() {
        return text;
    }

    /// What it says, for the reference.
    public String says() {
        return says;
    }

    boolean holds(JsonNode value, JsonNode target) {
        return switch (this) {
            case EQUALS -> Json.same(value, target);
            case NOT_EQUALS -> !Json.same(value, target);
            case LIKE -> like(value, target);
            case NOT_LIKE -> !like(value, target);
            case MATCH -> matches(value, target, false);
            case MATCH_INSENSITIVELY -> matches(value, target, true);
            case IN -> in(value, target);
            case NOT_IN -> !in(value, target);
            case CONTAINS -> contains(value, target);
            case NOT_CONTAINS -> !contains(value, target);
            case CONTAINS_KEY -> containsKey(value, target);
            case LESS -> order(value, target, -1, -1);
            case LESS_OR_EQUALS -> order(value, target, -1, 0);
            case GREATER -> order(value, target, 1, 1);
            case GREATER_OR_EQUALS -> order(value, target, 0, 1);
            case EXISTS -> exists(value, target);
        };
    }

    /// What is wrong with a target that is known; empty if nothing is.
    Optional<String> flaw(JsonNode target) {
        return switch (this) {
            case IN, NOT_IN -> target.isArray() ? Optional.empty() : Optional.of("expected an array");
            case EXISTS ->
                target.isBoolean()
                                || List.of("true", "false")
                                        .contains(Json.text(target).toLowerCase(Locale.ROOT))
                        ? Optional.empty()
                        : Optional.of("expected true or false");
            case LIKE, NOT_LIKE -> {
                String pattern = Json.text(target);
                yield !target.isString()
                        ? Optional.of("expected a text")
                        : pattern.indexOf('*') != pattern.lastIndexOf('*')
                                ? Optional.of("expected a text with at most one *")
                                : Optional.empty();
            }
            case MATCH, MATCH_INSENSITIVELY, CONTAINS_KEY ->
                target.isString() ? Optional.empty() : Optional.of("expected a text");
            case LESS, LESS_OR_EQUALS, GREATER, GREATER_OR_EQUALS ->
                target.isNumber() || target.isString() ? Optional.empty() : Optional.of("expected a number or a text");
            case EQUALS, NOT_EQUALS, CONTAINS, NOT_CONTAINS ->
                target.isContainer() || Json.isAbsent(target)
                        ? Optional.of("expected a text, a number, true or false")
                        : Optional.empty();
        };
    }

    private static boolean like(JsonNode value, JsonNode target) {
        if (Json.isAbsent(value) || value.isContainer()) {
            return false;
        }
        String text = Json.text(value);
        String pattern = Json.text(target);
        int star = pattern.indexOf('*');
        if (star < 0) {
            return text.equalsIgnoreCase(pattern);
        }
        int tail = pattern.length() - star - 1;
        return text.length() >= star + tail
                && text.regionMatches(true, 0, pattern, 0, star)
                && text.regionMatches(true, text.length() - tail, pattern, star + 1, tail);
    }

    private static boolean matches(JsonNode value, JsonNode target, boolean ignoreCase) {
        String text = Json.text(value);
        String pattern = Json.text(target);
        if (Json.isAbsent(value) || value.isContainer() || text.length() != pattern.length()) {
            return false;
        }
        for (int i = 0; i < pattern.length(); i++) {
            char c = text.charAt(i);
            boolean fits = switch (pattern.charAt(i)) {
                case '#' -> c >= '0' && c <= '9';
                case '?' -> Character.isLetter(c);
                case '.' -> true;
                default -> text.regionMatches(ignoreCase, i, pattern, i, 1);
            };
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static boolean in(JsonNode value, JsonNode target) {
        for (int i = 0; i < target.size(); i++) {
            if (Json.same(value, target.get(i)) && !Json.isAbsent(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(JsonNode value, JsonNode target) {
        if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                if (Json.same(value.get(i), target)) {
                    return true;
                }
            }
            return false;
        }
        return !Json.isAbsent(value)
                && !value.isContainer()
                && Json.containsIgnoringCase(Json.text(value), Json.text(target));
    }

    private static boolean containsKey(JsonNode value, JsonNode target) {
        return value.isObject() && !Json.member(value, Json.text(target)).isMissingNode();
    }

    private static boolean order(JsonNode value, JsonNode target, int from, int to) {
        Integer order = Json.compare(value, target);
        return order != null && Integer.signum(order) >= from && Integer.signum(order) <= to;
    }

    private static boolean exists(JsonNode value, JsonNode target) {
        boolean wanted = Json.text(target).equalsIgnoreCase("true");
        return Json.isAbsent(value) != wanted;
    }
}
