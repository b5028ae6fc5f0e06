package fairlead.armtemplate;

import fairlead.armtemplate.function.Values;
import fairlead.stack.document.Address;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Node;
import java.util.Objects;
import java.util.stream.Collectors;

/// Documents as text, for files of cases.
final class Shown {

    private final StringBuilder text = new StringBuilder();

    private Shown() {}

    static String of(Compiled compiled) {
        Shown shown = new Shown();
        shown.add(compiled, "");
        return shown.text.toString();
    }

    private void add(Compiled compiled, String indent) {
        compiled.parameters()
                .forEach((name, parameter) -> line(
                        indent,
                        "parameter " + name + " " + parameter.type()
                                + parameter
                                        .value()
                                        .map(value -> " = " + Values.json(value))
                                        .orElse("")));
        compiled.document().nodes().values().forEach(node -> {
            node(compiled, node, indent);
            Compiled inner = compiled.nested().get(node.key());
            if (inner != null) {
                add(inner, indent + "    ");
            }
        });
        compiled.document()
                .outputs()
                .forEach((name, output) -> line(
                        indent,
                        "output " + name + " "
                                + Objects.requireNonNull(compiled.outputs().get(name)) + " = "
                                + shown(output.value())));
        compiled.document().warnings().forEach(warning -> line(indent, "warning " + warning));
    }

    private void node(Compiled compiled, Node node, String indent) {
        Address address = Objects.requireNonNull(compiled.document().addresses().get(node.key()));
        String id = shown(address.id());
        line(indent, node.kind() + " " + node.key() + " " + node.type());
        line(indent, "  at " + id + " " + address.version().orElse("") + " " + shown(address.envelope()));
        if (!node.needs().isEmpty()) {
            line(indent, "  needs " + String.join(", ", node.needs()));
        }
        line(indent, "  is " + shown(node.properties()));
    }

    private void line(String indent, String line) {
        text.append(indent).append(line.replace(Templates.GROUP, "GROUP")).append('\n');
    }

    private static String shown(Expression expression) {
        return switch (expression) {
            case Expression.Value(var value, var secret, var _) -> secret ? "<secret>" : Values.json(value);
            case Expression.Absent() -> "<absent>";
            case Expression.ObjectOf(var members) ->
                members.entrySet().stream()
                        .map(member -> member.getKey() + ": " + shown(member.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
            case Expression.ArrayOf(var items) ->
                items.stream().map(Shown::shown).collect(Collectors.joining(", ", "[", "]"));
            case Expression.Call call ->
                "<" + call.name() + " of "
                        + call.arguments().stream().map(Shown::shown).collect(Collectors.joining(", ")) + ">";
            case Expression.Reference reference -> "<" + reference.node() + " " + part(reference.part()) + ">";
        };
    }

    private static String part(Part part) {
        return switch (part) {
            case Part.Identifier() -> "identifier";
            case Part.Property(var path) -> "/" + String.join("/", path);
            case Part.Whole() -> "whole";
            case Part.Action(var name, var input) -> name + "(" + input + ")";
        };
    }
}
