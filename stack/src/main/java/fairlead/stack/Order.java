package fairlead.stack;

import fairlead.stack.document.Document;
import fairlead.stack.document.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// An order in which the nodes of a document can be done: by the template, as far as what they need allows.
final class Order {

    private Order() {}

    /// @throws IllegalArgumentException if nodes need each other, which compilers refuse
    static List<Node> of(Document document) {
        Map<String, Integer> missing = new HashMap<>();
        Map<String, List<String>> dependents = new HashMap<>();
        document.nodes().forEach((key, node) -> {
            List<String> needs =
                    node.needs().stream().filter(document.nodes()::containsKey).toList();
            missing.put(key, needs.size());
            needs.forEach(need ->
                    dependents.computeIfAbsent(need, _ -> new ArrayList<>()).add(key));
        });
        Deque<String> ready = new ArrayDeque<>();
        document.nodes().keySet().stream()
                .filter(key -> missing.getOrDefault(key, 0) == 0)
                .forEach(ready::add);
        List<Node> order = new ArrayList<>();
        while (!ready.isEmpty()) {
            String key = ready.removeFirst();
            order.add(document.node(key));
            for (String dependent : dependents.getOrDefault(key, List.of())) {
                if (missing.merge(dependent, -1, Integer::sum) == 0) {
                    ready.addLast(dependent);
                }
            }
        }
        if (order.size() < document.nodes().size()) {
            throw new IllegalArgumentException("nodes need each other");
        }
        return order;
    }
}
