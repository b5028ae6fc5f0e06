package fairlead.stack;

import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Part;
import fairlead.stack.document.Expression.Reference;
import fairlead.stack.document.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;

/// Finds of what a property is made: `Disk` for the identifier of a node, `Disk.Name` for a property of it.
final class Sources {

    private Sources() {}

    static PropertyChange.Origin of(Node node, String property) {
        if (!(node.properties() instanceof Expression.ObjectOf(var members)) || !members.containsKey(property)) {
            return PropertyChange.Origin.NONE;
        }
        Set<String> causes = new LinkedHashSet<>();
        members.get(property).references(reference -> causes.add(text(reference)));
        Set<String> inputs = new LinkedHashSet<>();
        gather(members.get(property), inputs);
        return new PropertyChange.Origin(new ArrayList<>(causes), inputs);
    }

    private static String text(Reference reference) {
        return switch (reference.part()) {
            case Part.Property(var path) when !path.isEmpty() -> reference.node() + "." + String.join(".", path);
            case Part.Identifier(), Part.Property _, Part.Whole(), Part.Action _ -> reference.node();
        };
    }

    private static void gather(Expression expression, Set<String> inputs) {
        switch (expression) {
            case Expression.Value value -> inputs.addAll(value.inputs());
            case Expression.ObjectOf(var members) -> members.values().forEach(member -> gather(member, inputs));
            case Expression.ArrayOf(var items) -> items.forEach(item -> gather(item, inputs));
            case Expression.Call call -> call.arguments().forEach(argument -> gather(argument, inputs));
            case Expression.Absent(), Reference _ -> {}
        }
    }
}
