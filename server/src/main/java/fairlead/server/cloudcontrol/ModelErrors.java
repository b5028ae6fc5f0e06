package fairlead.server.cloudcontrol;

import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.Violation;
import fairlead.server.problem.Problem.Detail;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What is wrong with a model, in the words that users of CloudFormation know. No value is ever quoted.
final class ModelErrors {

    private static final int MOST_LINES = 100;

    private ModelErrors() {}

    /// `Model validation failed (...)`, with all that is wrong.
    ///
    /// @param others what the schema's keywords do not say
    static String text(ResourceSchema schema, ObjectNode model, List<Detail> others) {
        List<String> lines = new ArrayList<>(lines(schema.violations(model)));
        for (Detail detail : others) {
            boolean said = detail.id().startsWith("model.") && !detail.id().equals("model.read-only");
            if (!said || lines.isEmpty()) {
                lines.add("#" + detail.target().replaceFirst("^/properties", "") + ": " + detail.message());
            }
        }
        return "Model validation failed (" + String.join("\n", lines) + ")";
    }

    static List<String> lines(List<Violation> violations) {
        List<String> first = violations.stream()
                .map(ModelErrors::line)
                .distinct()
                .limit(MOST_LINES)
                .collect(Collectors.toCollection(ArrayList::new));
        if (first.size() == MOST_LINES && violations.size() > MOST_LINES) {
            first.add("#: there are up to " + (violations.size() - MOST_LINES) + " more, which are not told");
        }
        return first;
    }

    private static String line(Violation violation) {
        return "#" + place(violation) + ": "
                + switch (violation.keyword()) {
                    case "required" -> "required key [" + violation.name() + "] not found";
                    case "additionalProperties", "patternProperties", "false" ->
                        "extraneous key [" + violation.name() + "] is not permitted";
                    case "type" ->
                        "expected type: " + types(violation.expected()) + ", found: " + type(violation.found());
                    case "uniqueItems" -> "array items are not unique";
                    default -> "failed validation constraint for keyword [" + violation.keyword() + "]";
                };
    }

    /// What must not be there is reported at the object that has it.
    private static String place(Violation violation) {
        String pointer = violation.pointer();
        return switch (violation.keyword()) {
            case "additionalProperties", "patternProperties", "false" ->
                pointer.substring(0, Math.max(0, pointer.lastIndexOf('/')));
            default -> pointer;
        };
    }

    /// `a string or an integer` is `String or Integer`.
    private static String types(String expected) {
        StringBuilder types = new StringBuilder();
        for (String word : expected.split(" ")) {
            if (word.equals("or")) {
                types.append(" or ");
            } else if (!word.equals("a") && !word.equals("an") && !word.isEmpty()) {
                types.append(capital(word));
            }
        }
        return types.toString();
    }

    private static String capital(String word) {
        String name = word.equals("array") ? "JSONArray" : word.equals("object") ? "JSONObject" : word;
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }

    private static String type(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT -> "JSONObject";
            case ARRAY -> "JSONArray";
            case STRING -> "String";
            case NUMBER -> value.isIntegralNumber() ? "Integer" : "BigDecimal";
            case BOOLEAN -> "Boolean";
            case NULL, BINARY, MISSING, POJO -> "Null";
        };
    }
}
