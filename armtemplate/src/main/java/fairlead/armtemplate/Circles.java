package fairlead.armtemplate;

import fairlead.stack.document.Node;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Finds nodes that wait for each other.
final class Circles {

    private final Compilation compilation;
    private final Map<String, Node> nodes;

    Circles(Compilation compilation, Nodes nodes) {
        this.compilation = compilation;
        this.nodes = nodes.made();
    }

    void check() {
        Map<String, Integer> waiting = new HashMap<>();
        Map<String, List<String>> dependents = new HashMap<>();
        nodes.forEach((key, node) -> {
            Set<String> needs = needs(node);
            waiting.put(key, needs.size());
            needs.forEach(need ->
                    dependents.computeIfAbsent(need, _ -> new ArrayList<>()).add(key));
        });
        Deque<String> ready = new ArrayDeque<>();
        nodes.keySet().forEach(key -> {
            if (waiting.getOrDefault(key, 0) == 0) {
                ready.add(key);
            }
        });
        while (!ready.isEmpty()) {
            String done = ready.remove();
            waiting.remove(done);
            for (String dependent : dependents.getOrDefault(done, List.of())) {
                if (waiting.merge(dependent, -1, Integer::sum) == 0) {
                    ready.add(dependent);
                }
            }
        }
        if (!waiting.isEmpty()) {
            say(waiting.keySet());
        }
    }

    private Set<String> needs(Node node) {
        Set<String> needs = new LinkedHashSet<>(node.needs());
        needs.retainAll(nodes.keySet());
        return needs;
    }

    private Node node(String key) {
        return Objects.requireNonNull(nodes.get(key));
    }

    private void say(Set<String> stuck) {
        String start =
                nodes.keySet().stream().filter(stuck::contains).findFirst().orElseThrow();
        List<String> path = new ArrayList<>();
        String at = start;
        while (!path.contains(at)) {
            path.add(at);
            at = needs(node(at)).stream().filter(stuck::contains).findFirst().orElseThrow();
        }
        List<String> circle = new ArrayList<>(path.subList(path.indexOf(at), path.size()));
        circle.add(at);
        String pointer = node(at).pointer()
                .substring(compilation.template().source().pointer().length());
        compilation
                .faults()
                .add(
                        pointer,
                        "Circular dependency detected on resource: '" + at + "' (" + String.join(" -> ", circle)
                                + "). Please see https://aka.ms/arm-syntax-resources for usage details.");
    }
}
