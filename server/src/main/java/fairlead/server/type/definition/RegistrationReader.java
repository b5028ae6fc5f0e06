package fairlead.server.type.definition;

import fairlead.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads the values of one object of a registration file, and notes everything that is wrong with them.
///
/// @param place the JSON Pointer of the object in the file
/// @param wrong where that is noted
record RegistrationReader(ObjectNode document, String place, List<Problem.Detail> wrong) {

    /// Another object of the same file; an empty one if the value is none, which is noted.
    RegistrationReader within(String key, JsonNode value) {
        if (!(value instanceof ObjectNode)) {
            wrong("registration.type", "expected an object, found " + value, key);
        }
        ObjectNode object = value instanceof ObjectNode known ? known : JsonNodeFactory.instance.objectNode();
        return new RegistrationReader(object, place + "/" + key, wrong);
    }

    void refuseUnknownKeys(List<String> known) {
        for (String key : document.propertyNames()) {
            if (!known.contains(key)) {
                wrong(
                        "registration.unknown-key",
                        "unknown key '" + key + "'; expected one of " + String.join(", ", known),
                        key);
            }
        }
    }

    /// @param parse throws [IllegalArgumentException] with what is wrong with the text
    <T> Optional<T> text(String key, Function<String, T> parse) {
        @Nullable JsonNode value = document.get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isString()) {
            wrong("registration.type", "expected a string, found " + value, key);
            return Optional.empty();
        }
        return parsed(key, () -> parse.apply(value.stringValue()));
    }

    /// @param parse as in [#text(String, Function)]
    <T> List<T> texts(String key, Function<String, T> parse) {
        @Nullable JsonNode value = document.get(key);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray()) {
            wrong("registration.type", "expected an array, found " + value, key);
            return List.of();
        }
        return value.valueStream()
                .flatMap(text -> parsed(key, () -> parse.apply(text.asString(""))).stream())
                .toList();
    }

    /// The same, with what is wrong noted at the place of the element.
    <T> List<T> eachText(String key, Function<String, T> parse) {
        @Nullable JsonNode value = document.get(key);
        if (value == null || !value.isArray()) {
            return texts(key, parse);
        }
        List<T> read = new ArrayList<>();
        for (int index = 0; index < value.size(); index++) {
            JsonNode text = value.get(index);
            String at = key + "/" + index;
            if (text.isString()) {
                parsed(at, () -> parse.apply(text.stringValue())).ifPresent(read::add);
            } else {
                wrong("registration.type", "expected a string, found " + text, at);
            }
        }
        return read;
    }

    /// The object at that key, if there is one.
    Optional<ObjectNode> object(String key) {
        @Nullable JsonNode value = document.get(key);
        if (value != null && !value.isObject()) {
            wrong("registration.type", "expected an object, found " + value, key);
        }
        return value instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    }

    boolean flag(String key, boolean otherwise) {
        @Nullable JsonNode value = document.get(key);
        if (value != null && !value.isBoolean()) {
            wrong("registration.type", "expected true or false, found " + value, key);
        }
        return value == null ? otherwise : value.asBoolean(otherwise);
    }

    /// A whole number that is not negative.
    Optional<Integer> number(String key) {
        @Nullable JsonNode value = document.get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isInt() || value.intValue() < 0) {
            wrong("registration.type", "expected a whole number, found " + value, key);
            return Optional.empty();
        }
        return Optional.of(value.intValue());
    }

    interface Parse<T> {
        T parse();
    }

    /// What can be made of a value; if it can't, that is noted.
    <T> Optional<T> parsed(String key, Parse<T> parse) {
        try {
            return Optional.of(parse.parse());
        } catch (IllegalArgumentException refused) {
            String first = (place + "/" + key).split("/", 3)[1];
            wrong("registration." + first, String.valueOf(refused.getMessage()), key);
            return Optional.empty();
        }
    }

    void wrong(String id, String message, String key) {
        wrong.add(new Problem.Detail(id, message, place + "/" + key));
    }
}
