package fairlead.simulation;

import fairlead.handler.ErrorCode;
import fairlead.schema.Finding;
import fairlead.schema.HandlerKind;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Place;
import fairlead.schema.text.PointerSteps;
import fairlead.simulation.Behaviour.Code;
import fairlead.simulation.Behaviour.Failure;
import fairlead.simulation.Behaviour.Implicit;
import fairlead.simulation.Behaviour.Quantity;
import fairlead.simulation.Behaviour.Value;
import fairlead.simulation.Behaviour.Verb;
import fairlead.simulation.Behaviour.Visible;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads a behaviour file against the schema of its type, and notes everything that is wrong with it.
final class BehaviourReader {

    /// The longest call that the handler contract allows, less a little.
    static final double LONGEST_CALL = 300;

    static final double LONGEST_OPERATION = 7 * 24 * 3600;
    static final double MOST_STEPS = 1000;
    private static final double MOST_TIMES = 1_000_000;

    private static final List<String> KEYS =
            List.of("create", "read", "update", "delete", "list", "visible", "values", "actions", "implicit");
    private static final List<String> CHANGE = List.of("latencySeconds", "delaySeconds", "steps", "fail");
    private static final List<String> LOOK = List.of("latencySeconds", "fail");
    private static final List<String> FAIL = List.of("code", "message", "step", "times", "percent");

    private final ResourceSchema schema;
    private final List<Finding> wrong;

    BehaviourReader(ResourceSchema schema, List<Finding> wrong) {
        this.schema = schema;
        this.wrong = wrong;
    }

    Behaviour read(JsonNode document) {
        ObjectNode root = object(document, "", KEYS);
        Map<HandlerKind, Verb> verbs = new EnumMap<>(HandlerKind.class);
        for (HandlerKind kind : HandlerKind.values()) {
            if (root.has(kind.wireName())) {
                verbs.put(kind, verb(root.path(kind.wireName()), kind));
            }
        }
        return new Behaviour(
                verbs,
                visible(root.path("visible")),
                values(root.path("values")),
                answers(root.path("actions")),
                implicit(root.path("implicit")));
    }

    private Implicit implicit(JsonNode node) {
        boolean names = node.isArray() && node.valueStream().allMatch(JsonNode::isString);
        boolean sound = node.isMissingNode() || node.isBoolean() || names;
        if (!sound) {
            wrong("behaviour.type", "/implicit", "expected true, or a list of names, found " + shown(node));
        }
        if (!node.isMissingNode() && schema.primaryIdentifier().stream().anyMatch(schema.readOnly()::contains)) {
            wrong("behaviour.property", "/implicit", "what the handler names is there only once it was made");
        }
        return new Implicit(
                node.asBoolean(false),
                names ? node.valueStream().map(name -> name.asString("")).toList() : List.of());
    }

    private Map<String, ObjectNode> answers(JsonNode node) {
        Map<String, ObjectNode> answers = new LinkedHashMap<>();
        if (!node.isMissingNode()) {
            if (!node.isObject()) {
                wrong("behaviour.type", "/actions", "expected an object, found " + shown(node));
            }
            node.forEachEntry((name, value) -> {
                String at = "/actions/" + PointerSteps.escape(name);
                ObjectNode action = object(value, at, List.of("answer"));
                if (action.path("answer") instanceof ObjectNode answer) {
                    texts(answer, at + "/answer");
                    answers.put(name, answer);
                } else {
                    expect(false, at + "/answer", "an object", action.path("answer"));
                }
            });
        }
        return answers;
    }

    /// The texts of an answer have places that stand for something.
    private void texts(JsonNode node, String at) {
        if (node.isString()) {
            Template.unknown(node.stringValue(), schema)
                    .forEach(name -> wrong("behaviour.value", at, "there is no '${" + name + "}'"));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            texts(node.get(i), at + "/" + i);
        }
        if (node.isObject()) {
            node.forEachEntry((name, value) -> texts(value, at + "/" + PointerSteps.escape(name)));
        }
    }

    private Verb verb(JsonNode node, HandlerKind kind) {
        String at = "/" + kind.wireName();
        boolean change = kind != HandlerKind.READ && kind != HandlerKind.LIST;
        if (!schema.handlers().contains(kind)) {
            wrong("behaviour.handler", at, "the schema declares no handler " + kind.wireName());
        }
        ObjectNode verb = object(node, at, change ? CHANGE : LOOK);
        return new Verb(
                quantity(verb, at, "latencySeconds", LONGEST_CALL, kind),
                quantity(verb, at, "delaySeconds", LONGEST_OPERATION, kind),
                quantity(verb, at, "steps", MOST_STEPS, kind),
                verb.has("fail") ? Optional.of(failure(verb.path("fail"), at + "/fail", kind)) : Optional.empty());
    }

    private Failure failure(JsonNode node, String at, HandlerKind kind) {
        ObjectNode fail = object(node, at, FAIL);
        Optional<String> message = fail.optional("message")
                .filter(text ->
                        expect(text.isString() && !text.asString("").isBlank(), at + "/message", "a text", text))
                .map(text -> text.asString(""));
        double percent = fail.has("percent") ? number(fail.path("percent"), at + "/percent", 100) : 100;
        return new Failure(
                code(fail.path("code"), at + "/code", kind),
                message,
                (int) number(fail.path("step"), at + "/step", MOST_STEPS),
                (int) number(fail.path("times"), at + "/times", MOST_TIMES),
                (int) percent);
    }

    private Code code(JsonNode node, String at, HandlerKind kind) {
        if (node.isObject()) {
            Optional<PropertyPath> path = property(object(node, at, List.of("property")), at, kind, JsonType.STRING);
            return new Code(Optional.empty(), path);
        }
        Optional<ErrorCode> code = ErrorCode.parse(node.asString(""));
        if (code.isEmpty()) {
            String names =
                    Arrays.stream(ErrorCode.values()).map(ErrorCode::wireName).collect(Collectors.joining(", "));
            wrong("behaviour.code", at, "expected {\"property\": ...} or one of " + names + "; found " + shown(node));
        }
        return new Code(code, Optional.empty());
    }

    private Visible visible(JsonNode node) {
        if (node.isMissingNode()) {
            return Visible.AT_ONCE;
        }
        ObjectNode visible = object(node, "/visible", List.of("afterReads", "afterSeconds"));
        return new Visible(
                quantity(visible, "/visible", "afterReads", MOST_TIMES, HandlerKind.READ),
                quantity(visible, "/visible", "afterSeconds", LONGEST_OPERATION, HandlerKind.READ));
    }

    private Quantity quantity(ObjectNode holder, String parent, String key, double most, HandlerKind kind) {
        String at = parent + "/" + key;
        JsonNode node = holder.path(key);
        if (!node.isObject()) {
            return new Quantity(number(node, at, most), Optional.empty());
        }
        ObjectNode source = object(node, at, List.of("property", "default"));
        Optional<PropertyPath> path = property(source, at, kind, JsonType.NUMBER);
        return new Quantity(number(source.path("default"), at + "/default", most), path);
    }

    private double number(JsonNode node, String at, double most) {
        if (node.isMissingNode()) {
            return 0;
        }
        boolean sound = node.isNumber() && node.doubleValue() >= 0 && node.doubleValue() <= most;
        expect(sound, at, "a number from 0 to " + (long) most, node);
        return sound ? node.doubleValue() : 0;
    }

    /// The property that a value is taken from, if it is one that can be asked.
    private Optional<PropertyPath> property(ObjectNode source, String at, HandlerKind kind, JsonType type) {
        String here = at + "/property";
        Optional<PropertyPath> path = known(source.path("property").asString(""), here);
        if (path.isEmpty()) {
            return path;
        }
        boolean kept = kind == HandlerKind.CREATE || kind == HandlerKind.UPDATE;
        if (!kept
                && schema.writeOnly().stream()
                        .anyMatch(hidden -> hidden.covers(path.get().steps()))) {
            String message = "a write-only property is not kept, so a " + kind.wireName() + " can't ask for it";
            wrong("behaviour.property", here, message);
        }
        if (!place(path.get()).map(place -> fits(type, place.types())).orElse(true)) {
            wrong("behaviour.property", here, "expected a property that is a " + type.wireName());
        }
        return path;
    }

    private static boolean fits(JsonType type, int types) {
        return type.in(types) || (type == JsonType.NUMBER && JsonType.INTEGER.in(types));
    }

    private Optional<PropertyPath> known(String pointer, String at) {
        try {
            PropertyPath path = PropertyPath.parse("/properties" + pointer);
            if (schema.has(path) && !path.hasWildcard()) {
                return Optional.of(path);
            }
            wrong("behaviour.property", at, "the schema has no property '" + pointer + "'");
        } catch (IllegalArgumentException malformed) {
            wrong("behaviour.property", at, "expected a pointer to a property such as /Name, found '" + pointer + "'");
        }
        return Optional.empty();
    }

    private Optional<Place> place(PropertyPath path) {
        Optional<Place> place = Optional.of(schema.root());
        for (String step : path.steps()) {
            place = place.flatMap(known -> known.property(step));
        }
        return place;
    }

    // -- values -----------------------------------------------------------------------------------------------------

    private Map<PropertyPath, Value> values(JsonNode node) {
        Map<PropertyPath, Value> values = new LinkedHashMap<>();
        if (node.isMissingNode()) {
            return values;
        }
        if (!node.isObject()) {
            wrong("behaviour.type", "/values", "expected an object, found " + shown(node));
            return values;
        }
        node.forEachEntry((pointer, source) -> {
            String at = "/values/" + PointerSteps.escape(pointer);
            known(pointer, at).ifPresent(path -> {
                if (schema.readOnly().stream().noneMatch(readOnly -> readOnly.covers(path.steps()))) {
                    wrong("behaviour.value", at, "a caller sets " + pointer + ": it is not read-only");
                }
                value(source, at, path).ifPresent(value -> values.put(path, value));
            });
        });
        return values;
    }

    private Optional<Value> value(JsonNode node, String at, PropertyPath path) {
        ObjectNode source = object(node, at, List.of("value", "text", "count", "from"));
        if (source.path("count").asString("").equals("updates")) {
            long from = (long) number(source.path("from"), at + "/from", Integer.MAX_VALUE);
            return tried(new Value.Count(from), JsonNodeFactory.instance.numberNode(from), at, path);
        }
        if (source.path("text").isString()) {
            String template = source.path("text").stringValue();
            Template.unknown(template, schema)
                    .forEach(name -> wrong("behaviour.value", at + "/text", "there is no '${" + name + "}'"));
            return Optional.of(new Value.Text(template));
        }
        if (source.has("value")) {
            JsonNode constant = source.path("value");
            return tried(new Value.Constant(constant), constant, at, path);
        }
        wrong(
                "behaviour.value",
                at,
                "expected {\"value\": ...}, {\"text\": \"...\"} or {\"count\": \"updates\"}, found " + shown(node));
        return Optional.empty();
    }

    private Optional<Value> tried(Value value, JsonNode example, String at, PropertyPath path) {
        ObjectNode model = JsonNodeFactory.instance.objectNode();
        path.set(model, example);
        schema.validateModel(model)
                .forEach(finding -> wrong("behaviour.value", at, "does not fit the schema: " + finding.message()));
        return Optional.of(value);
    }

    // -- what all share ---------------------------------------------------------------------------------------------

    private ObjectNode object(JsonNode node, String at, List<String> keys) {
        if (!(node instanceof ObjectNode object)) {
            wrong("behaviour.type", at, "expected an object, found " + shown(node));
            return JsonNodeFactory.instance.objectNode();
        }
        for (String key : object.propertyNames()) {
            if (!keys.contains(key)) {
                String message = "unknown key '" + key + "'; expected one of " + String.join(", ", keys);
                wrong("behaviour.unknown-key", at + "/" + PointerSteps.escape(key), message);
            }
        }
        return object;
    }

    private boolean expect(boolean sound, String at, String expected, JsonNode found) {
        if (!sound) {
            wrong("behaviour.type", at, "expected " + expected + ", found " + shown(found));
        }
        return sound;
    }

    private static String shown(JsonNode node) {
        String text = node.isMissingNode() ? "nothing" : node.toString();
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }

    private void wrong(String id, String at, String message) {
        wrong.add(new Finding(Finding.Severity.ERROR, id, at, message));
    }
}
