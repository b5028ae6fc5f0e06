package fairlead.schema;

import fairlead.schema.Finding.Severity;
import fairlead.schema.draft07.Shown;
import fairlead.schema.draft07.Violation;
import java.math.BigDecimal;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/// Describes [Violation]s in words, without the values that must not be shown.
///
/// @param subject the first part of the ids: `model`, `configuration` or `schema`
/// @param hidden whether the value at a pointer must not be shown
record Wording(String subject, Predicate<String> hidden) {

    /// The one format of texts that authors rely on.
    private static final String STRICT_FORMAT = "date-time";

    private static final int MOST_CAUSES = 3;

    Finding finding(Violation violation) {
        String id = subject + "." + kind(violation.keyword());
        boolean advice = violation.keyword().equals("format")
                && !violation.name().equals(STRICT_FORMAT)
                && !isBeyondLong(violation.found());
        Severity severity = advice ? Severity.WARNING : Severity.ERROR;
        return new Finding(severity, id, violation.pointer(), message(violation), violation.rule());
    }

    /// No handler can read an integer that is larger than its longest.
    private static boolean isBeyondLong(JsonNode found) {
        boolean infinite = (found.isDouble() || found.isFloat()) && !Double.isFinite(found.doubleValue());
        if (!found.isNumber() || infinite) {
            return false;
        }
        BigDecimal value = found.decimalValue();
        return value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0
                || value.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) < 0;
    }

    private static String kind(String keyword) {
        return switch (keyword) {
            case "additionalProperties", "patternProperties", "false" -> "unknown-property";
            default -> kebab(keyword);
        };
    }

    private static String kebab(String name) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                text.append('-').append((char) (c + ('a' - 'A')));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    String message(Violation violation) {
        String message = "expected " + violation.expected() + ", found " + found(violation);
        if (violation.causes().isEmpty()) {
            return message;
        }
        StringBuilder text = new StringBuilder(message).append("; the closest: ");
        int shown = Math.min(violation.causes().size(), MOST_CAUSES);
        for (int i = 0; i < shown; i++) {
            Violation cause = violation.causes().get(i);
            text.append(i == 0 ? "" : ", and ").append(message(cause));
            if (!cause.pointer().equals(violation.pointer())) {
                text.append(" at '").append(cause.pointer()).append('\'');
            }
        }
        int more = violation.causes().size() - shown;
        return text.append(more == 0 ? "" : ", and " + more + " more").toString();
    }

    private String found(Violation violation) {
        JsonNode value = violation.found();
        return switch (violation.keyword()) {
            case "required", "dependencies", "contains" -> "none";
            case "additionalProperties", "patternProperties", "propertyNames", "false" ->
                "'" + Shown.shortened(violation.name()) + "'";
            case "uniqueItems" -> "some that are equal";
            case "anyOf", "oneOf" -> violation.name();
            case "minItems", "maxItems", "minProperties", "maxProperties" -> "" + value.size();
            case "pattern-too-slow" -> "one that takes too long";
            case "depth", "effort" -> "more";
            default -> {
                boolean tells = !value.isContainer() && hidden.test(violation.pointer());
                yield tells ? "another (value not shown)" : describe(violation.keyword(), value);
            }
        };
    }

    private static String describe(String keyword, JsonNode value) {
        if (!keyword.equals("minLength") && !keyword.equals("maxLength")) {
            return Shown.of(value);
        }
        String text = value.stringValue();
        return text.codePointCount(0, text.length()) + " in " + Shown.of(value);
    }
}
