package fairlead.contract.result;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The calls that were made, and their answers, by the part of the suite that made them.
public final class Transcript {

    /// Of each part, so many.
    private static final int MOST = 1_000;

    private final Map<String, List<Exchange>> parts = new HashMap<>();
    private List<Exchange> present = new ArrayList<>();
    private long count;

    public synchronized void add(Exchange exchange) {
        count++;
        if (present.size() < MOST) {
            present.add(exchange);
        }
    }

    /// What follows belongs to that part.
    public synchronized void begin(String part) {
        present = new ArrayList<>();
        parts.put(part, present);
    }

    /// What follows belongs to a part that had begun before.
    public synchronized void resume(String part) {
        present = parts.computeIfAbsent(part, _ -> new ArrayList<>());
    }

    public synchronized List<Exchange> sinceBegin() {
        return List.copyOf(present);
    }

    public synchronized long count() {
        return count;
    }
}
