package fairlead.server.access.policy.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Reads the values of a rule. A text in brackets is an expression, `[[` begins a text in brackets that is none.
///
/// Implements the form of "Template syntax" of ARM, with the functions of [TemplateFunction].
final class ExpressionReader {

    private static final int MOST_NODES = 200;
    private static final int DEEPEST = 20;

    private final Map<String, JsonNode> parameters;
    private final Flaws flaws;
    private final Fields fields;
    private int nodes;

    /// How names of fields are looked up.
    interface Fields {
        Optional<String> flaw(Field field);
    }

    /// @param parameters their values, by names in lower case
    /// @param fields tells why there can be no such field
    ExpressionReader(Map<String, JsonNode> parameters, Fields fields, Flaws flaws) {
        this.parameters = parameters;
        this.fields = fields;
        this.flaws = flaws;
    }

    /// What is wrong with an expression.
    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    /// Counts a part of the rule.
    void count(String pointer) {
        if (++nodes == MOST_NODES + 1) {
            flaws.add(pointer, "the rule has more than " + MOST_NODES + " conditions and functions");
        }
    }

    /// A value, with all expressions in it.
    ///
    /// @param counts the names of the counts around it
    Expression read(JsonNode node, String pointer, List<String> counts) {
        if (node.isString()) {
            return text(node.stringValue(), pointer, counts);
        }
        if (node.isArray()) {
            List<Expression> items = new ArrayList<>();
            for (int i = 0; i < node.size(); i++) {
                items.add(read(node.get(i), pointer + "/" + i, counts));
            }
            return Expression.of(items, ExpressionReader::list);
        }
        if (node.isObject()) {
            List<String> names = List.copyOf(node.propertyNames());
            List<Expression> items = new ArrayList<>();
            names.forEach(name -> items.add(read(node.path(name), pointer + "/" + name, counts)));
            return Expression.of(items, values -> object(names, values));
        }
        return Expression.of(node);
    }

    private static JsonNode list(List<JsonNode> values) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        values.forEach(value -> list.add(Json.isAbsent(value) ? JsonNodeFactory.instance.nullNode() : value));
        return list;
    }

    private static JsonNode object(List<String> names, List<JsonNode> values) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < names.size(); i++) {
            object.set(
                    names.get(i), Json.isAbsent(values.get(i)) ? JsonNodeFactory.instance.nullNode() : values.get(i));
        }
        return object;
    }

    private Expression text(String text, String pointer, List<String> counts) {
        if (text.startsWith("[[")) {
            return Expression.of(StringNode.valueOf(text.substring(1)));
        }
        if (!text.startsWith("[") || !text.endsWith("]")) {
            return Expression.of(StringNode.valueOf(text));
        }
        try {
            return new Parser(text, pointer, counts).all();
        } catch (Malformed wrong) {
            flaws.add(pointer, wrong.getMessage() + " in '" + text + "'");
            return Expression.of(Json.ABSENT);
        }
    }

    private final class Parser {

        private final String text;
        private final String pointer;
        private final List<String> counts;
        private int at = 1;
        private int depth;

        Parser(String text, String pointer, List<String> counts) {
            this.text = text;
            this.pointer = pointer;
            this.counts = counts;
        }

        Expression all() {
            Expression whole = value();
            skip();
            if (at != text.length() - 1) {
                throw new Malformed("expected the end at character " + (at + 1));
            }
            return whole;
        }

        private void skip() {
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
        }

        private boolean next(char c) {
            skip();
            boolean here = at < text.length() && text.charAt(at) == c;
            at += here ? 1 : 0;
            return here;
        }

        private void require(char c) {
            if (!next(c)) {
                throw new Malformed("expected '" + c + "' at character " + (at + 1));
            }
        }

        private Expression value() {
            if (++depth > DEEPEST) {
                throw new Malformed("more than " + DEEPEST + " calls within one another");
            }
            skip();
            char c = at < text.length() ? text.charAt(at) : ']';
            Expression value = c == '\''
                    ? Expression.of(StringNode.valueOf(quoted()))
                    : c == '-' || Character.isDigit(c) ? Expression.of(number()) : call();
            depth--;
            return value;
        }

        private String quoted() {
            StringBuilder quoted = new StringBuilder();
            at++;
            while (at < text.length()) {
                char c = text.charAt(at++);
                if (c != '\'') {
                    quoted.append(c);
                } else if (at < text.length() && text.charAt(at) == '\'') {
                    quoted.append(c);
                    at++;
                } else {
                    return quoted.toString();
                }
            }
            throw new Malformed("expected ' at the end of a text");
        }

        private JsonNode number() {
            int begin = at++;
            while (at < text.length() && Character.isDigit(text.charAt(at))) {
                at++;
            }
            try {
                return IntNode.valueOf(Integer.parseInt(text.substring(begin, at)));
            } catch (NumberFormatException wrong) {
                throw new Malformed("expected a whole number, found " + text.substring(begin, at));
            }
        }

        private String word() {
            skip();
            int begin = at;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            return text.substring(begin, at);
        }

        private Expression call() {
            String name = word();
            TemplateFunction function =
                    TemplateFunction.find(name).orElseThrow(() -> new Malformed("there is no function '" + name + "'"));
            count(pointer);
            require('(');
            List<Expression> arguments = new ArrayList<>();
            if (!next(')')) {
                do {
                    arguments.add(value());
                } while (next(','));
                require(')');
            }
            if (!function.takes(arguments.size())) {
                throw new Malformed("the function " + function.text() + " takes " + function.arguments()
                        + " arguments, found " + arguments.size());
            }
            return parts(called(function, arguments));
        }

        /// What comes behind a call: members of what it gives.
        private Expression parts(Expression whole) {
            Expression part = whole;
            while (true) {
                if (next('.')) {
                    String name = word();
                    part = member(part, Expression.of(StringNode.valueOf(name)));
                } else if (at < text.length() - 1 && next('[')) {
                    Expression name = value();
                    require(']');
                    part = member(part, name);
                } else {
                    return part;
                }
            }
        }

        private Expression member(Expression whole, Expression name) {
            return Expression.of(List.of(whole, name), parts -> {
                JsonNode key = parts.get(1);
                JsonNode object = parts.getFirst();
                return key.isInt() && object.isArray()
                        ? object.path(key.intValue())
                        : Json.member(object, Json.text(key));
            });
        }

        private Expression called(TemplateFunction function, List<Expression> arguments) {
            return switch (function) {
                case PARAMETERS -> parameter(known(arguments.getFirst(), "the name of a parameter"));
                case FIELD -> field(arguments.getFirst());
                case RESOURCE_GROUP -> group();
                case SUBSCRIPTION -> subscription();
                case CURRENT -> current(arguments);
                case CONCAT -> Expression.of(arguments, TemplateFunction::concat);
                case TO_LOWER -> Expression.of(arguments, TemplateFunction::toLower);
                case IF -> Expression.of(arguments, TemplateFunction::choose);
                case EMPTY -> Expression.of(arguments, TemplateFunction::empty);
                case LENGTH -> Expression.of(arguments, TemplateFunction::length);
            };
        }

        private String known(Expression argument, String what) {
            if (!argument.constant() || !argument.known().isString()) {
                throw new Malformed("expected " + what);
            }
            return argument.known().stringValue();
        }

        private Expression parameter(String name) {
            JsonNode value = parameters.get(Parameters.key(name));
            if (value == null) {
                throw new Malformed("there is no parameter '" + name + "'");
            }
            return Expression.of(value);
        }

        private Expression field(Expression name) {
            if (name.constant()) {
                Field field = fieldNamed(known(name, "the name of a field"));
                return Expression.from(field::value);
            }
            return Expression.from(evaluation -> Field.parse(Json.text(name.value(evaluation)))
                    .map(field -> field.value(evaluation))
                    .orElse(Json.ABSENT));
        }

        private Field fieldNamed(String name) {
            Field field = Field.parse(name).orElseThrow(() -> new Malformed("there is no field '" + name + "'"));
            fields.flaw(field).ifPresent(flaw -> {
                throw new Malformed(flaw);
            });
            return field;
        }

        private Expression group() {
            require('.');
            String part = word();
            return switch (part) {
                case "id" ->
                    Expression.from(evaluation ->
                            StringNode.valueOf(evaluation.facts().group().id()));
                case "name" ->
                    Expression.from(evaluation ->
                            StringNode.valueOf(evaluation.facts().group().name()));
                case "location" ->
                    Expression.from(evaluation ->
                            StringNode.valueOf(evaluation.facts().group().location()));
                case "tags" ->
                    Expression.from(evaluation -> evaluation.facts().group().tags());
                default -> throw new Malformed("a resource group has no '" + part + "'");
            };
        }

        private Expression subscription() {
            require('.');
            String part = word();
            if (!part.equals("subscriptionId")) {
                throw new Malformed("a subscription has no '" + part + "'");
            }
            return Expression.from(
                    evaluation -> StringNode.valueOf(evaluation.facts().subscription()));
        }

        private Expression current(List<Expression> arguments) {
            if (counts.isEmpty()) {
                throw new Malformed("current() is outside of a count");
            }
            if (arguments.isEmpty()) {
                return Expression.from(evaluation -> {
                    Evaluation.Element element = evaluation.element();
                    return element == null ? Json.ABSENT : element.value();
                });
            }
            String name = known(arguments.getFirst(), "the name of a count");
            if (counts.contains(Parameters.key(name))) {
                return Expression.from(evaluation -> element(evaluation, name));
            }
            Field field = fieldNamed(name);
            return Expression.from(evaluation -> {
                JsonNode values = field.value(evaluation);
                return values.isArray() && field.isOfEach() ? values.path(0) : values;
            });
        }

        private static JsonNode element(Evaluation evaluation, String name) {
            for (Evaluation.Element at = evaluation.element(); at != null; at = at.outer()) {
                if (at.name().equalsIgnoreCase(name)) {
                    return at.value();
                }
            }
            return Json.ABSENT;
        }
    }
}
