package fairlead.server.access.condition;

import java.util.Locale;
import java.util.Optional;

/// How two texts are compared: "String comparison operators" and "GUID comparison operators".
enum Comparison {
    STRING_EQUALS,
    STRING_EQUALS_IGNORE_CASE,
    STRING_NOT_EQUALS,
    STRING_NOT_EQUALS_IGNORE_CASE,
    STRING_LIKE,
    STRING_LIKE_IGNORE_CASE,
    STRING_NOT_LIKE,
    STRING_NOT_LIKE_IGNORE_CASE,
    STRING_STARTS_WITH,
    GUID_EQUALS,
    GUID_NOT_EQUALS;

    /// The one of that name, `StringEquals` for example.
    static Optional<Comparison> of(String name) {
        for (Comparison one : values()) {
            if (one.name().replace("_", "").equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    /// Whether it holds where there is nothing to compare.
    boolean isNegative() {
        return switch (this) {
            case STRING_NOT_EQUALS,
                    STRING_NOT_EQUALS_IGNORE_CASE,
                    STRING_NOT_LIKE,
                    STRING_NOT_LIKE_IGNORE_CASE,
                    GUID_NOT_EQUALS -> true;
            default -> false;
        };
    }

    boolean holds(String left, String right) {
        return switch (this) {
            case STRING_EQUALS -> left.equals(right);
            case STRING_EQUALS_IGNORE_CASE, GUID_EQUALS -> left.equalsIgnoreCase(right);
            case STRING_NOT_EQUALS -> !left.equals(right);
            case STRING_NOT_EQUALS_IGNORE_CASE, GUID_NOT_EQUALS -> !left.equalsIgnoreCase(right);
            case STRING_LIKE -> isLike(left, right);
            case STRING_LIKE_IGNORE_CASE -> isLike(lower(left), lower(right));
            case STRING_NOT_LIKE -> !isLike(left, right);
            case STRING_NOT_LIKE_IGNORE_CASE -> !isLike(lower(left), lower(right));
            case STRING_STARTS_WITH -> left.startsWith(right);
        };
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    /// Whether the text fits a pattern in which `*` stands for any run of characters and `?` for one.
    static boolean isLike(String text, String pattern) {
        int at = 0;
        int place = 0;
        int star = -1;
        int resume = 0;
        while (at < text.length()) {
            char wanted = place < pattern.length() ? pattern.charAt(place) : 0;
            if (place < pattern.length() && wanted == '*') {
                star = place;
                place++;
                resume = at;
            } else if (place < pattern.length() && (wanted == '?' || wanted == text.charAt(at))) {
                place++;
                at++;
            } else if (star >= 0) {
                place = star + 1;
                resume++;
                at = resume;
            } else {
                return false;
            }
        }
        while (place < pattern.length() && pattern.charAt(place) == '*') {
            place++;
        }
        return place == pattern.length();
    }
}
