package fairlead.server.registry.stack.content;

import fairlead.stack.document.Document;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Node;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// Which properties of a template's resources are secrets, or are made of some.
///
/// @param document what the template says; empty if that can't be told any more, and then everything is a secret
public record SecretProperties(Optional<Document> document) {

    public boolean has(String key, String property) {
        return has(key, property, new HashSet<>());
    }

    private boolean has(String key, String property, Set<String> seen) {
        if (document.isEmpty()) {
            return true;
        }
        Node node = document.get().nodes().get(key);
        if (node == null || !seen.add(key + "." + property)) {
            return false;
        }
        return switch (node.properties()) {
            case Expression.ObjectOf(var members)
            when members.containsKey(property) -> isSecret(members.get(property), seen);
            case Expression.ObjectOf _ -> false;
            case Expression other -> isSecret(other, seen);
        };
    }

    private boolean isSecret(Expression expression, Set<String> seen) {
        return switch (expression) {
            case Expression.Value value -> value.secret();
            case Expression.Absent _ -> false;
            case Expression.ObjectOf(var members) ->
                members.values().stream().anyMatch(member -> isSecret(member, seen));
            case Expression.ArrayOf(var items) -> items.stream().anyMatch(item -> isSecret(item, seen));
            case Expression.Call call -> call.arguments().stream().anyMatch(argument -> isSecret(argument, seen));
            case Expression.Reference(var node, var part, var _) ->
                part instanceof Part.Property(var path) && !path.isEmpty() && has(node, path.getFirst(), seen);
        };
    }
}
