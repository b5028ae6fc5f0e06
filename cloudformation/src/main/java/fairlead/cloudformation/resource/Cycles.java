package fairlead.cloudformation.resource;

import fairlead.cloudformation.fault.Faults;
import fairlead.schema.source.Position;
import fairlead.stack.document.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Finds resources that wait for each other.
final class Cycles {

    private final Map<String, Map<String, String>> edges = new LinkedHashMap<>();

    /// @param nodes by logical id
    Cycles(Map<String, Node> nodes) {
        nodes.forEach((id, node) -> {
            Map<String, String> needs = new LinkedHashMap<>();
            node.properties().references(reference -> needs.putIfAbsent(reference.node(), way(reference.place(), id)));
            node.dependsOn().forEach(target -> needs.putIfAbsent(target, "DependsOn"));
            needs.keySet().retainAll(nodes.keySet());
            edges.put(id, needs);
        });
    }

    /// `Ref in /Properties/Label`.
    private static String way(String pointer, String id) {
        String resource = "/Resources/" + id;
        String path = pointer.startsWith(resource) ? pointer.substring(resource.length()) : pointer;
        int last = path.lastIndexOf('/');
        String function = path.substring(last + 1);
        return (function.startsWith("Fn::") ? function.substring("Fn::".length()) : function) + " in "
                + path.substring(0, Math.max(0, last));
    }

    /// Notes a fault for each group of resources that wait for each other.
    ///
    /// @param positions of resources in the text
    void report(Function<String, Position> positions, Faults faults) {
        for (Set<String> group : groups()) {
            String first = group.iterator().next();
            faults.add(
                    "Circular dependency between resources: [" + String.join(", ", group) + "] (" + ring(first, group)
                            + ")",
                    "/Resources/" + first,
                    positions.apply(first));
        }
    }

    /// What remains when all that waits for nothing, or for nothing that remains, is taken away, from both ends, by
    /// what can reach each other.
    private List<Set<String>> groups() {
        Set<String> left = new HashSet<>(edges.keySet());
        Map<String, List<String>> back = new HashMap<>();
        edges.forEach((from, needs) -> needs.keySet()
                .forEach(to -> back.computeIfAbsent(to, _ -> new ArrayList<>()).add(from)));
        prune(left, this::needs, id -> back.getOrDefault(id, List.of()));
        prune(left, id -> back.getOrDefault(id, List.of()), this::needs);
        List<Set<String>> groups = new ArrayList<>();
        Set<String> open = new TreeSet<>(left);
        while (!open.isEmpty()) {
            String first = open.iterator().next();
            Set<String> group = new TreeSet<>(reach(first, left, this::needs));
            group.retainAll(reach(first, left, id -> back.getOrDefault(id, List.of())));
            open.remove(first);
            if (group.contains(first)) {
                open.removeAll(group);
                groups.add(group);
            }
        }
        return groups;
    }

    private Set<String> needs(String id) {
        return edges.getOrDefault(id, Map.of()).keySet();
    }

    private static void prune(
            Set<String> left,
            Function<String, ? extends Iterable<String>> needs,
            Function<String, ? extends Iterable<String>> needed) {
        Map<String, Integer> counts = new HashMap<>();
        Deque<String> free = new ArrayDeque<>();
        for (String id : left) {
            int count = 0;
            for (String need : needs.apply(id)) {
                count += left.contains(need) ? 1 : 0;
            }
            counts.put(id, count);
            if (count == 0) {
                free.add(id);
            }
        }
        while (!free.isEmpty()) {
            String id = free.remove();
            left.remove(id);
            for (String by : needed.apply(id)) {
                if (left.contains(by) && counts.merge(by, -1, Integer::sum) == 0) {
                    free.add(by);
                }
            }
        }
    }

    /// All that can be reached by at least one step.
    private static Set<String> reach(
            String from, Set<String> among, Function<String, ? extends Iterable<String>> steps) {
        Set<String> reached = new HashSet<>();
        Deque<String> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            for (String step : steps.apply(next.remove())) {
                if (among.contains(step) && reached.add(step)) {
                    next.add(step);
                }
            }
        }
        return reached;
    }

    /// A shortest way back, with what makes each step.
    private String ring(String first, Set<String> group) {
        Map<String, String> from = new HashMap<>();
        Deque<String> next = new ArrayDeque<>(List.of(first));
        while (!next.isEmpty() && !from.containsKey(first)) {
            String id = next.remove();
            for (String need : needs(id)) {
                if (group.contains(need) && !from.containsKey(need)) {
                    from.put(need, id);
                    next.add(need);
                }
            }
        }
        StringBuilder text = new StringBuilder(first);
        String at = first;
        do {
            String by = from.getOrDefault(at, first);
            text.insert(0, by + " →(" + edges.getOrDefault(by, Map.of()).get(at) + ") ");
            at = by;
        } while (!at.equals(first));
        return text.toString();
    }
}
