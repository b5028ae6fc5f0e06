package fairlead.server.stack;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.StackPlace;
import fairlead.server.stack.template.TemplateLanguage;
import fairlead.stack.document.Document;
import fairlead.stack.document.EvaluationException;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Node;
import fairlead.stack.document.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// A template language of tests: `nodes` with `type`, `properties`, `after` and `keep`, and `outputs`.
///
/// In a property, `{"ref": "A"}` is the identifier of a node, `{"get": "A.Name"}` a property of it, `{"join":
/// [...]}` texts in a row, `{"name": "x"}` a name that differs after each replacement, `{"secret": "x"}` a
/// value that is not shown, `{"import": "x"}` what another stack exports, `{"value": "x"}` what the stack
/// was given.
///
/// A node of the type `address` takes signals, and one of the type `wait` waits for those that come to its
/// `Handle`; each node may have `signals`, for which it waits: `{"count": 1, "seconds": 60}`.
///
/// A node of the type `stack` has a `template` and gives it `values`.
public final class PlainTemplates implements TemplateLanguage {

    @Override
    public String name() {
        return "plain";
    }

    @Override
    public Compiled compile(Source source) {
        SequencedMap<String, Node> nodes = new LinkedHashMap<>();
        List<String> imports = new ArrayList<>();
        source.content()
                .path("nodes")
                .forEachEntry((key, node) -> nodes.put(key, node(key, node, new Reader(source, key, imports))));
        SequencedMap<String, Output> outputs = new LinkedHashMap<>();
        source.content().path("outputs").forEachEntry((name, output) -> {
            Reader reader = new Reader(source, "", imports);
            Optional<Expression> export =
                    Optional.ofNullable(output.get("export")).map(reader::expression);
            outputs.put(name, new Output(name, reader.expression(output.path("value")), Optional.empty(), export));
        });
        ObjectNode aside =
                Documents.empty().put("note", source.content().path("note").asString(""));
        return new Compiled(new Document(nodes, outputs, List.of()), imports, aside);
    }

    @Override
    public ObjectNode nested(StackPlace place, ObjectNode content, ObjectNode desired) {
        ObjectNode own = (ObjectNode) desired.path("template").deepCopy();
        own.set("values", desired.path("values"));
        return own;
    }

    private static Node node(String key, JsonNode node, Reader reader) {
        SequencedSet<String> after = new LinkedHashSet<>();
        node.path("after").forEach(other -> after.add(other.asString()));
        Node.Retention keep = Node.Retention.valueOf(node.path("keep").asString("DELETE"));
        String type = node.path("type").asString();
        Node.Kind kind = kind(type);
        Node.Builder made = Node.builder(key, kind, node.path("type").asString(), "/nodes/" + key)
                .properties(kind == Node.Kind.STACK ? nested(node, reader) : reader.expression(node.path("properties")))
                .dependsOn(after)
                .onRemove(keep)
                .onReplace(Node.Retention.valueOf(node.path("keepReplaced").asString("DELETE")));
        JsonNode signals = node.path("signals");
        if (signals.isObject()) {
            Node.Builder _ = made.signals(new Node.Signals(
                    signals.path("count").asInt(), signals.path("seconds").asLong()));
        }
        return node.path("metadata").isObject()
                ? made.metadata(node.path("metadata")).build()
                : made.build();
    }

    private static Node.Kind kind(String type) {
        return switch (type) {
            case "" -> Node.Kind.NOTHING;
            case "stack" -> Node.Kind.STACK;
            case "address" -> Node.Kind.SIGNAL_ADDRESS;
            case "wait" -> Node.Kind.SIGNALS;
            case "Custom::Thing" -> Node.Kind.CUSTOM;
            default -> Node.Kind.RESOURCE;
        };
    }

    @Override
    public String signalAddress(Source source, String key, int generation, String secret) {
        return "http://here/" + key + "?signature=" + secret;
    }

    @Override
    public String answerAddress(Source source, String request, String secret) {
        return "http://here/" + request + "?signature=" + secret;
    }

    private static Expression nested(JsonNode node, Reader reader) {
        LinkedHashMap<String, Expression> members = new LinkedHashMap<>();
        members.put("template", Expression.Value.of(node.path("template")));
        members.put("values", reader.expression(node.path("values")));
        return Expression.object(members);
    }

    private record Reader(Source source, String key, List<String> imports) {

        Expression expression(JsonNode json) {
            if (json instanceof ArrayNode array) {
                List<Expression> items = new ArrayList<>();
                array.forEach(item -> items.add(expression(item)));
                return new Expression.ArrayOf(items);
            }
            if (!(json instanceof ObjectNode object)) {
                return Expression.Value.of(json);
            }
            if (object.size() == 1) {
                String name = object.propertyNames().iterator().next();
                Optional<Expression> function = function(name, object.path(name));
                if (function.isPresent()) {
                    return function.get();
                }
            }
            LinkedHashMap<String, Expression> members = new LinkedHashMap<>();
            object.forEachEntry((name, value) -> members.put(name, expression(value)));
            return Expression.object(members);
        }

        private Optional<Expression> function(String name, JsonNode argument) {
            return switch (name) {
                case "ref" ->
                    Optional.of(new Expression.Reference(argument.asString(), new Part.Identifier(), "/nodes/" + key));
                case "get" -> {
                    List<String> path = List.of(argument.asString().split("\\.", -1));
                    yield Optional.of(new Expression.Reference(
                            path.getFirst(), new Part.Property(path.subList(1, path.size())), "/nodes/" + key));
                }
                case "join" -> {
                    Expression.ArrayOf parts = (Expression.ArrayOf) expression(argument);
                    yield Optional.of(new Expression.Call("join", "/nodes/" + key, Reader::joined, parts.items()));
                }
                case "name" ->
                    Optional.of(Expression.Value.of(StringNode.valueOf(
                            argument.asString() + "-" + source.generation().apply(key))));
                case "value" ->
                    Optional.of(
                            Expression.Value.of(source.content().path("values").path(argument.asString())));
                case "secret" -> Optional.of(new Expression.Value(argument, true, Set.of()));
                case "import" -> {
                    imports.add(argument.asString());
                    yield Optional.of(Expression.Value.of(source.exports()
                            .apply(argument.asString())
                            .orElseThrow(() -> StackProblems.invalid("No export named " + argument.asString()))));
                }
                default -> Optional.empty();
            };
        }

        private static JsonNode joined(List<JsonNode> parts) {
            StringBuilder text = new StringBuilder();
            for (JsonNode part : parts) {
                if (!part.isString()) {
                    throw new EvaluationException("expected texts to join, found " + part);
                }
                text.append(part.asString());
            }
            return StringNode.valueOf(text.toString());
        }
    }
}
