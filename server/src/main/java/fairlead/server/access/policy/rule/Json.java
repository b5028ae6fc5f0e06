package fairlead.server.access.policy.rule;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/// JSON values as rules compare them: texts without regard to case, and numbers and truth values also as they are
/// written.
final class Json {

    static final JsonNode ABSENT = MissingNode.getInstance();

    private Json() {}

    static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    /// A scalar as it is written; what is absent is empty.
    static String text(JsonNode value) {
        if (value.isString()) {
            return value.stringValue();
        }
        return isAbsent(value) || value.isContainer() ? "" : value.asString("");
    }

    static boolean same(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue()) == 0;
        }
        if (one.isContainer() || other.isContainer()) {
            return one.equals(other);
        }
        return text(one).equalsIgnoreCase(text(other));
    }

    /// A member of an object, by its name without regard to case.
    static JsonNode member(JsonNode object, String name) {
        JsonNode exact = object.get(name);
        if (exact != null) {
            return exact;
        }
        if (!object.isObject()) {
            return ABSENT;
        }
        for (String other : object.propertyNames()) {
            if (other.equalsIgnoreCase(name)) {
                return object.path(other);
            }
        }
        return ABSENT;
    }

    /// Less than 0, 0 or more, as numbers or texts are ordered; null for what is not ordered.
    static @Nullable Integer compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        if (one.isString() && other.isString()) {
            return one.stringValue()
                    .toLowerCase(Locale.ROOT)
                    .compareTo(other.stringValue().toLowerCase(Locale.ROOT));
        }
        return null;
    }

    static boolean containsIgnoringCase(String text, String part) {
        for (int i = 0; i + part.length() <= text.length(); i++) {
            if (text.regionMatches(true, i, part, 0, part.length())) {
                return true;
            }
        }
        return false;
    }
}
