package fairlead.bench.robust;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/// The breaches of laws that a run has found. Of each law, the first ones are kept and all are counted.
public final class Violations {

    private static final int KEPT_OF_EACH = 20;

    private final List<Violation> first = new CopyOnWriteArrayList<>();
    private final Map<Law, AtomicLong> counts = new ConcurrentHashMap<>();

    /// A breach, and how it showed.
    public record Violation(Law law, String evidence) {}

    void add(Law law, String evidence) {
        if (counts.computeIfAbsent(law, _ -> new AtomicLong()).incrementAndGet() <= KEPT_OF_EACH) {
            first.add(new Violation(law, evidence));
            System.err.println("VIOLATION " + law + ": " + evidence);
        }
    }

    void require(boolean holds, Law law, String evidence) {
        if (!holds) {
            add(law, evidence);
        }
    }

    /// The first ones of each law.
    public List<Violation> first() {
        return List.copyOf(first);
    }

    /// How many there are in all.
    public long count() {
        return counts.values().stream().mapToLong(AtomicLong::get).sum();
    }
}
