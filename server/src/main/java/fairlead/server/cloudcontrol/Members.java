package fairlead.server.cloudcontrol;

import fairlead.server.problem.ProblemCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/// The members of a request, held against the constraints of the service's model. All that is wrong is said at once, in
/// the service's words. Members that the server does not know are ignored.
final class Members {

    /// What a text has to be like.
    record Form(int least, int most, Optional<Pattern> pattern) {

        static Form of(int least, int most) {
            return new Form(least, most, Optional.empty());
        }

        static Form of(int least, int most, String pattern) {
            return new Form(least, most, Optional.of(Pattern.compile(pattern)));
        }
    }

    static final Form TYPE_NAME = Form.of(10, 196, "[A-Za-z0-9]{2,64}::[A-Za-z0-9]{2,64}::[A-Za-z0-9]{2,64}");
    static final Form TYPE_VERSION = Form.of(1, 128, "[A-Za-z0-9-]+");
    static final Form ROLE = Form.of(20, 2048, "arn:.+:iam::[0-9]{12}:role/.+");
    static final Form TOKEN = Form.of(1, 128, "[-A-Za-z0-9+/=]+");
    static final Form IDENTIFIER = Form.of(1, 1024);
    static final Form DOCUMENT = Form.of(1, 262_144);
    static final Form PAGE = Form.of(1, 4096);

    private final ObjectNode input;
    private final List<String> wrong = new ArrayList<>();

    Members(ObjectNode input) {
        this.input = input;
    }

    /// The text; an empty one if it is wrong, which [#check] says.
    String required(String name, Form form) {
        Optional<String> text = text(name, form);
        if (text.isEmpty()) {
            wrong.add("Value null at '" + camel(name) + "' failed to satisfy constraint: Member must not be null");
        }
        return text.orElse("");
    }

    Optional<String> text(String name, Form form) {
        @Nullable JsonNode value = present(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isString()) {
            throw CloudControlErrors.refused(ProblemCode.SERIALIZATION_EXCEPTION, name + " has to be a string.");
        }
        String text = value.stringValue();
        if (text.length() < form.least()) {
            wrong.add(unsatisfied(name, text) + "Member must have length greater than or equal to " + form.least());
        }
        if (text.length() > form.most()) {
            wrong.add("Value at '" + camel(name)
                    + "' failed to satisfy constraint: Member must have length less than or equal to " + form.most());
        }
        form.pattern()
                .filter(pattern -> !pattern.matcher(text).matches())
                .ifPresent(pattern -> wrong.add(unsatisfied(name, text)
                        + "Member must satisfy regular expression pattern: " + pattern.pattern()));
        return Optional.of(text);
    }

    private static String unsatisfied(String name, String text) {
        return "Value '" + text + "' at '" + camel(name) + "' failed to satisfy constraint: ";
    }

    int number(String name, int least, int most, int otherwise) {
        @Nullable JsonNode value = present(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.isIntegralNumber()) {
            throw CloudControlErrors.refused(ProblemCode.SERIALIZATION_EXCEPTION, name + " has to be an integer.");
        }
        long number = value.asLong(0);
        if (number < least || number > most) {
            String rule = number < least ? "greater than or equal to " + least : "less than or equal to " + most;
            wrong.add("Value '" + number + "' at '" + camel(name)
                    + "' failed to satisfy constraint: Member must have value " + rule);
        }
        return Math.clamp(number, least, most);
    }

    /// The words of a list, each of which has to be one of those; all of them if there is no list.
    List<String> words(String outer, String name, List<String> known) {
        JsonNode structure = given(input, outer);
        if (!structure.isMissingNode() && !structure.isObject()) {
            throw CloudControlErrors.refused(ProblemCode.SERIALIZATION_EXCEPTION, outer + " has to be a structure.");
        }
        JsonNode list = given(structure, name);
        if (!list.isMissingNode() && (!list.isArray() || list.valueStream().anyMatch(word -> !word.isString()))) {
            throw CloudControlErrors.refused(
                    ProblemCode.SERIALIZATION_EXCEPTION, outer + "." + name + " has to be a list of strings.");
        }
        List<String> words = list.valueStream().map(JsonNode::stringValue).toList();
        if (!known.containsAll(words)) {
            wrong.add("Value '" + words + "' at '" + camel(outer) + "." + camel(name)
                    + "' failed to satisfy constraint: Member must satisfy enum value set: " + known);
        }
        return words.isEmpty() ? known : words;
    }

    private @Nullable JsonNode present(String name) {
        JsonNode value = given(input, name);
        return value.isMissingNode() ? null : value;
    }

    /// A member that is null is one that was not given.
    private static JsonNode given(JsonNode structure, String name) {
        JsonNode value = structure.path(name);
        return value.isNull() ? MissingNode.getInstance() : value;
    }

    /// Throws what is wrong.
    void check() {
        if (!wrong.isEmpty()) {
            String count = wrong.size() == 1 ? "1 validation error" : wrong.size() + " validation errors";
            throw CloudControlErrors.invalid(count + " detected: " + String.join("; ", wrong));
        }
    }

    private static String camel(String name) {
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }
}
