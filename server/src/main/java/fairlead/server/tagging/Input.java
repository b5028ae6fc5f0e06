package fairlead.server.tagging;

import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The members of a request, held against the constraints of the services' models. All that is wrong is said at once.
/// Members that the server does not know are ignored.
final class Input {

    private static final String MEMBER = "request.member";

    private final ObjectNode json;
    private final List<Detail> wrong = new ArrayList<>();

    Input(ObjectNode json) {
        this.json = json;
    }

    private @Nullable JsonNode present(String name) {
        JsonNode value = json.get(name);
        return value == null || value.isNull() ? null : value;
    }

    boolean has(String name) {
        return present(name) != null;
    }

    /// Whether there is something, and not only an empty text or list.
    boolean isGiven(String name) {
        JsonNode value = present(name);
        return value != null
                && !(value.isArray() && value.isEmpty())
                && !value.asString("-").isEmpty();
    }

    Optional<String> text(String name) {
        JsonNode value = present(name);
        if (value != null && !value.isString()) {
            wrong(name, "expected a string, found " + value);
        }
        return Optional.ofNullable(value).map(text -> text.asString("")).filter(text -> !text.isEmpty());
    }

    String required(String name) {
        Optional<String> text = text(name);
        if (text.isEmpty()) {
            wrong(name, "expected a string, found nothing");
        }
        return text.orElse("");
    }

    boolean flag(String name) {
        JsonNode value = present(name);
        if (value != null && !value.isBoolean()) {
            wrong(name, "expected true or false, found " + value);
        }
        return value != null && value.asBoolean(false);
    }

    int number(String name, int least, int most, int otherwise) {
        JsonNode value = present(name);
        if (value == null) {
            return otherwise;
        }
        int number = value.asInt(least - 1);
        if (number < least || number > most) {
            wrong(name, "expected a number from " + least + " to " + most + ", found " + value);
        }
        return Math.clamp(number, least, most);
    }

    /// The texts of a list; none if there is no list.
    List<String> texts(String name, int most) {
        List<String> texts = new ArrayList<>();
        for (JsonNode item : list(name, most)) {
            if (item.isString() && !item.stringValue().isEmpty()) {
                texts.add(item.stringValue());
            } else {
                wrong(name, "expected strings of at least one character, found " + item);
            }
        }
        return texts;
    }

    List<String> requiredTexts(String name, int most) {
        List<String> texts = texts(name, most);
        if (texts.isEmpty()) {
            wrong(name, "expected 1 to " + most + " items, found none");
        }
        return texts;
    }

    /// The items of a list; none if there is no list.
    ArrayNode list(String name, int most) {
        JsonNode value = present(name);
        if (value != null && !value.isArray()) {
            wrong(name, "expected a list, found " + value);
        }
        ArrayNode list = value instanceof ArrayNode array ? array : JsonNodeFactory.instance.arrayNode();
        if (list.size() > most) {
            wrong(name, "expected at most " + most + " items, found " + list.size());
        }
        return list;
    }

    /// The object; an empty one if there is none.
    ObjectNode object(String name) {
        JsonNode value = present(name);
        if (value != null && !value.isObject()) {
            wrong(name, "expected an object, found " + value);
        }
        return value instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    void wrong(String name, String message) {
        wrong.add(new Detail(MEMBER, message, "/" + name));
    }

    void wrong(List<Detail> more) {
        wrong.addAll(more);
    }

    /// Throws what is wrong.
    void check() {
        if (!wrong.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(wrong));
        }
    }
}
