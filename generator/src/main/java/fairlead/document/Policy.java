package fairlead.document;

import fairlead.schema.HandlerKind;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The permissions that the handlers of a type need, as an IAM policy document of version 2012-10-17.
///
/// @param document the policy; its actions are sorted and each is there once, whatever its case
/// @param notes what a reader should know: wildcards, permissions that are no IAM actions and so are left out, handlers
///     that say nothing, and a policy that is too large to be attached
public record Policy(ObjectNode document, List<String> notes) {

    private static final Pattern ACTION = Pattern.compile("\\*|[A-Za-z0-9-]+:[A-Za-z0-9*?]+");

    /// A managed policy has at most this many characters, white space aside.
    private static final int LARGEST = 6_144;

    public Policy {
        notes = List.copyOf(notes);
    }

    /// One statement for all handlers.
    public static Policy merged(ResourceSchema schema) {
        Maker maker = new Maker(schema);
        Map<String, String> actions = new TreeMap<>();
        for (HandlerKind kind : HandlerKind.values()) {
            actions.putAll(maker.actions(kind));
        }
        maker.add("Handlers", actions.values());
        return maker.made();
    }

    /// A statement for each handler, which its `Sid` names.
    public static Policy byHandler(ResourceSchema schema) {
        Maker maker = new Maker(schema);
        for (HandlerKind kind : HandlerKind.values()) {
            String name = kind.name().charAt(0) + kind.wireName().substring(1);
            maker.add(name, maker.actions(kind).values());
        }
        return maker.made();
    }

    private static final class Maker {

        private final JsonNode handlers;
        private final ArrayNode statements = JsonNodeFactory.instance.arrayNode();
        private final List<String> notes = new ArrayList<>();

        Maker(ResourceSchema schema) {
            handlers = schema.document().path("handlers");
        }

        /// The actions of a handler by their lower case, in which IAM compares them.
        private Map<String, String> actions(HandlerKind kind) {
            Map<String, String> actions = new TreeMap<>();
            JsonNode handler = handlers.path(kind.wireName());
            for (JsonNode permission : handler.path("permissions")) {
                String action = permission.asString("").strip();
                if (!ACTION.matcher(action).matches()) {
                    note(kind.wireName() + ": '" + action + "' is no IAM action and is left out");
                    continue;
                }
                if (action.contains("*")) {
                    note(kind.wireName() + ": '" + action + "' is a wildcard");
                }
                actions.putIfAbsent(action.toLowerCase(java.util.Locale.ROOT), action);
            }
            if (handler.isObject() && handler.path("permissions").isEmpty()) {
                note(kind.wireName() + ": names no permissions");
            }
            return actions;
        }

        private void note(String note) {
            if (!notes.contains(note)) {
                notes.add(note);
            }
        }

        /// A statement without actions would be no valid one.
        private void add(String sid, Collection<String> actions) {
            if (!actions.isEmpty()) {
                ObjectNode statement = statements.addObject().put("Sid", sid).put("Effect", "Allow");
                actions.forEach(statement.putArray("Action")::add);
                statement.put("Resource", "*");
            }
        }

        private Policy made() {
            ObjectNode document = JsonNodeFactory.instance.objectNode().put("Version", "2012-10-17");
            document.set("Statement", statements);
            if (statements.isEmpty()) {
                note("there is nothing to allow: a policy needs at least one statement");
            }
            int size = document.toString().length();
            if (size > LARGEST) {
                note("the policy has " + size + " characters; a managed policy has at most " + LARGEST);
            }
            return new Policy(document, notes);
        }
    }
}
