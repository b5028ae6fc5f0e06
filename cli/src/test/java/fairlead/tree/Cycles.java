package fairlead.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The strongly connected components of a graph, by Tarjan's algorithm: in one walk, however large the graph is.
final class Cycles {

    private final Map<String, Set<String>> references;
    private final Map<String, Integer> found = new HashMap<>();

    /// The earliest found that each leads back to.
    private final Map<String, Integer> earliest = new HashMap<>();

    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> cycles = new ArrayList<>();

    private Cycles(Map<String, Set<String>> references) {
        this.references = references;
    }

    /// Sets whose members lead to each other; what is in no cycle is a set by itself.
    static List<Set<String>> of(Map<String, Set<String>> references) {
        Cycles cycles = new Cycles(references);
        for (String start : references.keySet()) {
            if (!cycles.found.containsKey(start)) {
                cycles.visit(start);
            }
        }
        return cycles.cycles;
    }

    private void visit(String type) {
        int number = found.size();
        found.put(type, number);
        earliest.put(type, number);
        open.push(type);
        for (String other : references.getOrDefault(type, Set.of())) {
            if (!found.containsKey(other)) {
                visit(other);
                earliest.merge(type, earliest.getOrDefault(other, number), Math::min);
            } else if (open.contains(other)) {
                earliest.merge(type, found.getOrDefault(other, number), Math::min);
            }
        }
        if (earliest.getOrDefault(type, number) == number) {
            close(type);
        }
    }

    private void close(String first) {
        Set<String> cycle = new TreeSet<>();
        String member;
        do {
            member = open.pop();
            cycle.add(member);
        } while (!member.equals(first));
        cycles.add(cycle);
    }
}
