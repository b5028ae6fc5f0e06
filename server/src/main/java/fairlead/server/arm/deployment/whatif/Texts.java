package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.scope.Ids;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import java.util.Locale;

/// Expressions and nodes in the words of templates.
final class Texts {

    private static final String PROVIDERS = "/providers/";

    private Texts() {}

    /// An expression as a template would have it.
    static String of(Expression expression) {
        return switch (expression) {
            case Expression.Call call -> call.name();
            case Reference(var node, Part.Property(var path), var _) ->
                "[reference(" + target(node) + ")" + (path.isEmpty() ? "" : "." + String.join(".", path)) + "]";
            case Reference(var node, var _, var _) -> "[reference(" + target(node) + ", 'Full')]";
            case Expression.Value _, Expression.Absent _, Expression.ObjectOf _, Expression.ArrayOf _ -> "";
        };
    }

    private static String target(String node) {
        int at = node.toLowerCase(Locale.ROOT).lastIndexOf(PROVIDERS);
        if (at < 0) {
            return "'" + node + "'";
        }
        StringBuilder text = new StringBuilder("resourceId('" + Ids.type(node) + "'");
        String[] steps = node.substring(at + PROVIDERS.length()).split("/", -1);
        for (int i = 2; i < steps.length; i += 2) {
            text.append(", '").append(steps[i]).append('\'');
        }
        return text.append(')').toString();
    }

    /// A node as people call it: by its symbol, or by its type and name.
    static String name(String node) {
        int at = node.toLowerCase(Locale.ROOT).lastIndexOf(PROVIDERS);
        return at < 0 ? node : node.substring(at + PROVIDERS.length());
    }
}
