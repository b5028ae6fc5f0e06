package fairlead.contract.call;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Says in a few words how a model differs from what was asked for.
public final class ModelDifference {

    private static final int SHORT = 60;
    private static final int AROUND = 12;

    private ModelDifference() {}

    /// About the first of the places, as a sentence behind another one; empty if there is nothing to add.
    public static String at(List<String> pointers, ObjectNode wanted, ObjectNode found) {
        return pointers.stream()
                .filter(pointer -> !wanted.at(pointer).isMissingNode())
                .findFirst()
                .map(pointer -> " " + pointer + " " + words(wanted.at(pointer), found.at(pointer)))
                .orElse("");
    }

    private static String words(JsonNode wanted, JsonNode found) {
        if (found.isMissingNode()) {
            return "is not there; asked for was " + brief(wanted) + ".";
        }
        if (wanted.isArray() && found.isArray() && wanted.size() != found.size()) {
            return "has %d items instead of %d.".formatted(found.size(), wanted.size());
        }
        if (wanted.isString() && found.isString() && wanted.stringValue().length() > SHORT) {
            return text(wanted.stringValue(), found.stringValue());
        }
        return "is " + brief(found) + " instead of " + brief(wanted) + ".";
    }

    /// Long texts are told apart by where they differ.
    private static String text(String wanted, String found) {
        int same = 0;
        while (same < Math.min(wanted.length(), found.length()) && wanted.charAt(same) == found.charAt(same)) {
            same++;
        }
        if (same > 0 && Character.isHighSurrogate(wanted.charAt(same - 1))) {
            same--;
        }
        if (same == found.length()) {
            return "is cut after %d of %d characters.".formatted(same, wanted.length());
        }
        return "is otherwise from character %d on: %s instead of %s."
                .formatted(same + 1, quoted(found, same), quoted(wanted, same));
    }

    private static String quoted(String text, int from) {
        String rest = text.substring(from);
        return "'" + AnswerJson.beginning(rest, AROUND) + (rest.length() > AROUND ? "…'" : "'");
    }

    private static String brief(JsonNode value) {
        String json = value.toString();
        return json.length() <= SHORT ? json : AnswerJson.beginning(json, SHORT) + "…";
    }
}
