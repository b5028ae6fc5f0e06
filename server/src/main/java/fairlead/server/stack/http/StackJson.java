package fairlead.server.stack.http;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.record.Stack;
import fairlead.server.stack.record.StackEvent;
import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackOutputs;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Stacks and their events as the native API shows them.
final class StackJson {

    private StackJson() {}

    /// What lists have of a stack.
    static ObjectNode brief(Stack stack) {
        ObjectNode json = Documents.empty();
        json.put("id", stack.id().toString()).put("name", stack.name());
        json.put("language", stack.language());
        json.put("subscription", stack.place().subscription())
                .put("group", stack.place().group())
                .put("location", stack.place().location());
        json.put("status", stack.status().name());
        if (!stack.condition().reason().isEmpty()) {
            json.put("reason", stack.condition().reason());
        }
        json.put("busy", stack.status().busy());
        stack.condition().operation().ifPresent(operation -> json.put("operation", operation.toString()));
        json.put("protected", stack.condition().isProtected());
        json.put("createdAt", stack.times().created().toString());
        stack.times().updated().ifPresent(at -> json.put("updatedAt", at.toString()));
        stack.times().deleted().ifPresent(at -> json.put("deletedAt", at.toString()));
        return json;
    }

    /// All of a stack.
    ///
    /// @param content what its language shows
    static ObjectNode whole(Stack stack, ObjectNode content, List<StackNode> nodes) {
        ObjectNode json = brief(stack);
        json.setAll(content);
        ArrayNode outputs = json.putArray("outputs");
        StackOutputs.of(stack).forEach(entry -> {
            ObjectNode output = outputs.addObject().put("name", entry.name());
            if (entry.secret()) {
                output.put("secret", true);
            } else {
                output.set("value", entry.value());
            }
            entry.description().ifPresent(text -> output.put("description", text));
            entry.export().ifPresent(text -> output.put("export", text));
        });
        ArrayNode all = json.putArray("nodes");
        nodes.forEach(node -> all.add(node(node)));
        return json;
    }

    private static ObjectNode node(StackNode node) {
        ObjectNode json = Documents.empty().put("key", node.key());
        json.put("type", node.present().type());
        node.present().physical().ifPresent(identifier -> json.put("identifier", identifier));
        json.put("status", node.report().status());
        if (!node.report().reason().isEmpty()) {
            json.put("reason", node.report().reason());
        }
        json.put("at", node.report().at().toString());
        node.present().terms().needs().stream().sorted().forEach(json.putArray("needs")::add);
        return json.put("onRemove", node.present().terms().onRemove().name().toLowerCase(Locale.ROOT));
    }

    static ObjectNode event(StackEvent event) {
        ObjectNode json = Documents.empty().put("at", event.at().toString());
        event.node().ifPresent(key -> json.put("node", key));
        if (!event.type().isEmpty()) {
            json.put("type", event.type());
        }
        if (event.node().isPresent() && !event.physical().isEmpty()) {
            json.put("identifier", event.physical());
        }
        json.put("status", event.status());
        if (!event.reason().isEmpty()) {
            json.put("reason", event.reason());
        }
        return json.put("operation", event.operation());
    }
}
