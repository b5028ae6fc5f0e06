package fairlead.bench.robust;

import fairlead.bench.robust.history.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/// The registers that clients compete for, and what was called on each. A register that has seen enough is given up
/// for a new one: histories stay short enough to be decided.
final class Registers {

    private static final int AT_A_TIME = 4;
    private static final int CALLS_OF_ONE = 120;

    private final Map<String, Queue<Call>> histories = new ConcurrentHashMap<>();
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final String[] present = new String[AT_A_TIME];
    private final AtomicLong names = new AtomicLong();
    private final AtomicLong values = new AtomicLong();
    private final String prefix;

    /// What a client has seen of a register: good enough to try a change with.
    ///
    /// @param identifier what the handler calls it
    record Known(String identifier, String value) {}

    Registers(String prefix) {
        this.prefix = prefix;
        for (int i = 0; i < AT_A_TIME; i++) {
            present[i] = fresh();
        }
    }

    private String fresh() {
        return prefix + "-register-" + names.incrementAndGet();
    }

    /// One of those that are competed for.
    synchronized String any(RandomGenerator chance) {
        int place = chance.nextInt(AT_A_TIME);
        Queue<Call> history = histories.get(present[place]);
        if (history != null && history.size() > CALLS_OF_ONE) {
            present[place] = fresh();
        }
        return present[place];
    }

    /// A text that was never written before.
    String freshValue() {
        return prefix + "-" + values.incrementAndGet();
    }

    void add(String register, Call call) {
        histories.computeIfAbsent(register, _ -> new ConcurrentLinkedQueue<>()).add(call);
    }

    void note(String register, String identifier, String value) {
        if (!identifier.isEmpty()) {
            known.put(register, new Known(identifier, value));
        }
    }

    Known known(String register) {
        return known.getOrDefault(register, new Known("", ""));
    }

    /// All that were ever called.
    List<String> names() {
        return histories.keySet().stream().sorted().toList();
    }

    List<Call> history(String register) {
        return new ArrayList<>(histories.getOrDefault(register, new ConcurrentLinkedQueue<>()));
    }
}
