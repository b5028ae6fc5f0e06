package fairlead.cloudformation;

import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Kind;
import fairlead.stack.document.Node.Retention;
import fairlead.stack.document.Output;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What was compiled, as text for people to review: a line for each node and output.
final class Rendering {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Rendering() {}

    static String of(Compiled compiled) {
        StringBuilder text = new StringBuilder();
        compiled.parameters().values().stream()
                .filter(parameter -> parameter.resolved().isPresent() || parameter.noEcho())
                .forEach(parameter -> text.append("parameter ")
                        .append(parameter.name())
                        .append(": ")
                        .append(parameter.shown())
                        .append(parameter
                                .shownResolved()
                                .map(value -> " = " + value)
                                .orElse(""))
                        .append('\n'));
        compiled.conditions()
                .forEach((name, holds) -> text.append("condition ")
                        .append(name)
                        .append(": ")
                        .append(holds)
                        .append('\n'));
        compiled.document()
                .nodes()
                .values()
                .forEach(node -> text.append(node(node)).append('\n'));
        compiled.document()
                .outputs()
                .values()
                .forEach(output -> text.append(output(output)).append('\n'));
        compiled.imports().forEach(name -> text.append("import ").append(name).append('\n'));
        compiled.document()
                .warnings()
                .forEach(warning -> text.append("warning ").append(warning).append('\n'));
        return text.toString();
    }

    private static String node(Node node) {
        StringBuilder text = new StringBuilder(node.key()).append(": ").append(json(node.properties()));
        if (node.kind() != Kind.RESOURCE) {
            text.append(' ').append(node.kind());
        }
        if (!node.dependsOn().isEmpty()) {
            text.append(" dependsOn ").append(node.dependsOn());
        }
        if (node.onRemove() != Retention.DELETE) {
            text.append(" onRemove ").append(node.onRemove());
        }
        if (node.onReplace() != Retention.DELETE) {
            text.append(" onReplace ").append(node.onReplace());
        }
        if (!node.metadata().isEmpty()) {
            text.append(" metadata ").append(node.metadata());
        }
        node.signals()
                .ifPresent(signals -> text.append(" signals ")
                        .append(signals.count())
                        .append(" in ")
                        .append(signals.timeout()));
        return text.toString();
    }

    private static String output(Output output) {
        return "output " + output.name() + ": " + json(output.value())
                + output.description().map(words -> " «" + words + "»").orElse("")
                + output.exported().map(name -> " exported as " + json(name)).orElse("");
    }

    private static JsonNode json(Expression expression) {
        return switch (expression) {
            case Expression.Value(var value, var secret, var inputs) -> {
                if (!secret && inputs.isEmpty()) {
                    yield value;
                }
                ObjectNode made = NODES.objectNode();
                made.set("$value", value);
                if (secret) {
                    made.put("$secret", true);
                }
                if (!inputs.isEmpty()) {
                    made.put("$of", String.join(",", new TreeSet<>(inputs)));
                }
                yield made;
            }
            case Expression.Absent() -> NODES.stringNode("$absent");
            case Expression.ObjectOf(var members) -> {
                ObjectNode made = NODES.objectNode();
                members.forEach((name, member) -> made.set(name, json(member)));
                yield made;
            }
            case Expression.ArrayOf(var items) -> {
                ArrayNode made = NODES.arrayNode();
                items.forEach(item -> made.add(json(item)));
                yield made;
            }
            case Expression.Call call -> {
                ArrayNode made = NODES.arrayNode().add("$" + call.name());
                call.arguments().forEach(argument -> made.add(json(argument)));
                yield made;
            }
            case Expression.Reference(var node, var part, var _) ->
                NODES.stringNode("$" + node
                        + switch (part) {
                            case Part.Identifier() -> "";
                            case Part.Property(var path) -> "." + String.join(".", path);
                            case Part.Whole(), Part.Action(var _, var _) -> " " + part;
                        });
        };
    }
}
