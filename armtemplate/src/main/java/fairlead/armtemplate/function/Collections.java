package fairlead.armtemplate.function;

import static fairlead.armtemplate.function.Library.ANY;
import static fairlead.armtemplate.function.Library.add;
import static fairlead.armtemplate.function.Values.bool;
import static fairlead.armtemplate.function.Values.integer;
import static fairlead.armtemplate.function.Values.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Functions of arrays and objects, and those that take a string as an array of characters.
final class Collections {

    private Collections() {}

    static void register() {
        add("array", 1, a -> a.get(0).isArray() ? a.get(0) : Values.array().add(a.get(0)));
        add("createArray", 0, ANY, a -> array(a.all()));
        add("createObject", 0, ANY, Collections::createObject);
        add("concat", 1, ANY, Collections::concat);
        add("contains", 2, Collections::contains);
        add("empty", 1, Collections::empty);
        add("first", 1, a -> end(a, false));
        add("last", 1, a -> end(a, true));
        add("flatten", 1, Collections::flatten);
        add("indexOf", 2, a -> indexOf(a, false));
        add("lastIndexOf", 2, a -> indexOf(a, true));
        add("indexFromEnd", 2, a -> fromEnd(a).orElseThrow(() -> a.fault("the array has no item at this index")));
        add("tryIndexFromEnd", 2, a -> fromEnd(a).orElse(Values.NODES.nullNode()));
        add("items", 1, Collections::items);
        add("objectKeys", 1, Collections::objectKeys);
        add("join", 2, Collections::join);
        add("length", 1, Collections::length);
        add("skip", 2, Collections::skip);
        add("take", 2, Collections::take);
        add("distinct", 1, a -> distinct(a.array(0)));
    }

    static ArrayNode array(Iterable<JsonNode> items) {
        ArrayNode made = Values.array();
        items.forEach(made::add);
        return made;
    }

    static ArrayNode distinct(Iterable<JsonNode> items) {
        Distinct made = new Distinct();
        items.forEach(made::add);
        return made.items();
    }

    private static JsonNode createObject(Arguments a) {
        if (a.count() % 2 != 0) {
            throw a.fault("function requires an even number of arguments while '" + a.count() + "' were provided");
        }
        ObjectNode made = Values.object();
        for (int i = 0; i < a.count(); i += 2) {
            String name = a.text(i);
            if (Values.name(made, name).isPresent()) {
                throw a.fault("the name '" + name + "' is there twice");
            }
            made.set(name, a.get(i + 1));
        }
        return made;
    }

    private static JsonNode concat(Arguments a) {
        if (a.get(0).isArray()) {
            ArrayNode made = Values.array();
            for (int i = 0; i < a.count(); i++) {
                a.array(i).forEach(made::add);
            }
            return made;
        }
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < a.count(); i++) {
            made.append(a.simple(i));
        }
        return text(made.toString());
    }

    private static JsonNode contains(Arguments a) {
        JsonNode container = a.get(0);
        if (container.isArray()) {
            return bool(Values.holds(container, a.get(1)));
        }
        if (container.isObject()) {
            return bool(Values.name(container, a.simple(1)).isPresent());
        }
        if (!container.isString()) {
            throw a.wrong(0, "String, Array, Object");
        }
        return bool(container.stringValue().contains(a.simple(1)));
    }

    private static JsonNode empty(Arguments a) {
        JsonNode value = a.get(0);
        if (value.isNull()) {
            return bool(true);
        }
        if (value.isString()) {
            return bool(value.stringValue().isEmpty());
        }
        if (!value.isContainer()) {
            throw a.wrong(0, "String, Array, Object");
        }
        return bool(value.isEmpty());
    }

    private static JsonNode end(Arguments a, boolean last) {
        JsonNode value = a.get(0);
        if (value.isString()) {
            String text = value.stringValue();
            return text(text.isEmpty() ? "" : last ? text.substring(text.length() - 1) : text.substring(0, 1));
        }
        if (!value.isArray()) {
            throw a.wrong(0, "String, Array");
        }
        return value.isEmpty() ? Values.NODES.nullNode() : value.get(last ? value.size() - 1 : 0);
    }

    private static JsonNode flatten(Arguments a) {
        ArrayNode made = Values.array();
        for (JsonNode item : a.array(0)) {
            if (!item.isArray()) {
                throw a.fault("each item has to be of type 'Array', one is of type '" + Values.kind(item) + "'");
            }
            item.forEach(made::add);
        }
        return made;
    }

    private static JsonNode indexOf(Arguments a, boolean last) {
        JsonNode container = a.get(0);
        if (container.isString()) {
            return Strings.indexOf(container.stringValue(), a.text(1), last);
        }
        if (!container.isArray()) {
            throw a.wrong(0, "String, Array");
        }
        for (int i = 0; i < container.size(); i++) {
            int at = last ? container.size() - 1 - i : i;
            if (Values.same(container.get(at), a.get(1))) {
                return integer(at);
            }
        }
        return integer(-1);
    }

    private static Optional<JsonNode> fromEnd(Arguments a) {
        JsonNode array = a.array(0);
        long index = array.size() - a.whole(1);
        return index >= 0 && index < array.size() ? Optional.of(array.get((int) index)) : Optional.empty();
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>(object.propertyNames());
        names.sort(Values.BY_NAME);
        return names;
    }

    private static JsonNode items(Arguments a) {
        JsonNode object = a.object(0);
        ArrayNode made = Values.array();
        for (String name : names(object)) {
            made.add(Values.object().put("key", name).set("value", object.get(name)));
        }
        return made;
    }

    private static JsonNode objectKeys(Arguments a) {
        ArrayNode made = Values.array();
        names(a.object(0)).forEach(made::add);
        return made;
    }

    private static JsonNode join(Arguments a) {
        List<String> parts = new ArrayList<>();
        for (JsonNode item : a.array(0)) {
            parts.add(Values.shown(item));
        }
        return text(String.join(a.text(1), parts));
    }

    private static JsonNode length(Arguments a) {
        JsonNode value = a.get(0);
        if (value.isString()) {
            return integer(value.stringValue().length());
        }
        if (!value.isContainer()) {
            throw a.wrong(0, "String, Array, Object");
        }
        return integer(value.size());
    }

    private static JsonNode skip(Arguments a) {
        JsonNode value = a.get(0);
        long count = Math.max(0, a.whole(1));
        if (value.isString()) {
            String text = value.stringValue();
            return text(count >= text.length() ? "" : text.substring((int) count));
        }
        ArrayNode made = Values.array();
        for (long i = count; i < a.array(0).size(); i++) {
            made.add(value.get((int) i));
        }
        return made;
    }

    private static JsonNode take(Arguments a) {
        JsonNode value = a.get(0);
        long count = Math.max(0, a.whole(1));
        if (value.isString()) {
            String text = value.stringValue();
            return text(count >= text.length() ? text : text.substring(0, (int) count));
        }
        ArrayNode made = Values.array();
        for (int i = 0; i < Math.min(count, a.array(0).size()); i++) {
            made.add(value.get(i));
        }
        return made;
    }
}
