package fairlead.cli.stack;

import fairlead.cli.session.Session;
import fairlead.cli.terminal.Table;
import fairlead.cli.terminal.Text;
import tools.jackson.databind.JsonNode;

/// A stack in lines that people read.
final class StackText {

    private StackText() {}

    static void print(Session session, JsonNode stack) {
        line(session, "stack", stack.path("name").asString(""));
        line(session, "status", stack.path("status").asString(""));
        line(session, "reason", stack.path("reason").asString(""));
        line(session, "description", stack.path("description").asString(""));
        line(session, "location", stack.path("location").asString(""));
        line(session, "created", stack.path("createdAt").asString(""));
        line(session, "updated", stack.path("updatedAt").asString(""));
        pairs(session, "parameters", stack.path("parameters"));
        pairs(session, "tags", stack.path("tags"));
        if (!stack.path("nodes").isEmpty()) {
            Table table =
                    new Table().key("NODE").column("TYPE").column("STATUS").column("IDENTIFIER");
            stack.path("nodes")
                    .forEach(node -> table.row(
                            node.path("key").asString(""),
                            node.path("type").asString(""),
                            node.path("status").asString(""),
                            node.path("identifier").asString("")));
            session.print(table);
        }
        outputs(session, stack);
    }

    private static void line(Session session, String what, String value) {
        if (!value.isEmpty()) {
            session.out().println(what + ": " + Text.line(value));
        }
    }

    private static void pairs(Session session, String what, JsonNode pairs) {
        if (!pairs.isEmpty()) {
            session.out().println(what + ":");
            pairs.forEachEntry((name, value) -> line(session, "  " + name, value.asString("")));
        }
    }

    static void outputs(Session session, JsonNode stack) {
        if (!stack.path("outputs").isEmpty()) {
            session.out().println("outputs:");
            stack.path("outputs").forEach(output -> {
                JsonNode value = output.path("value");
                String shown = output.path("secret").asBoolean(false)
                        ? "(secret)"
                        : value.isString() ? value.stringValue() : value.toString();
                line(session, "  " + output.path("name").asString(""), shown);
            });
        }
    }
}
