package fairlead.bench.robust;

import fairlead.bench.robust.server.Backing;
import fairlead.bench.robust.server.Fault;
import fairlead.bench.robust.server.Node;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The faults of a run, one after the other, as its seed has them. All nodes listen between two of them.
final class Schedule {

    private static final int MOST_STARTS = 5;

    private final Cluster cluster;
    private final Violations violations;
    private final Backing backing;
    private final Random chance;
    private final Map<Fault, Integer> weights = new EnumMap<>(Fault.class);
    private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);

    Schedule(Cluster cluster, Violations violations, Backing backing, long seed, Map<String, Integer> weights) {
        this.cluster = cluster;
        this.violations = violations;
        this.backing = backing;
        chance = new Random(seed);
        Set<Fault> faults = backing.faults();
        if (!cluster.nodes().stream().allMatch(node -> node.shim().works())) {
            faults.removeAll(Set.of(Fault.CLOCK_STEP, Fault.DISK_FULL));
        }
        faults.forEach(fault -> this.weights.put(fault, weights.getOrDefault(fault.name(), fault.weight())));
    }

    Map<Fault, Integer> counts() {
        return new EnumMap<>(counts);
    }

    int kills() {
        return counts.entrySet().stream()
                .mapToInt(count -> count.getKey().kills() * count.getValue())
                .sum();
    }

    /// Lets the clients work for a while, and causes the next fault.
    void next() throws IOException, InterruptedException {
        letWork();
        Fault fault = choose();
        List<Node> nodes = cluster.nodes();
        cause(fault, nodes.get(chance.nextInt(nodes.size())));
        counts.merge(fault, 1, Integer::sum);
    }

    /// Something has been acknowledged since the last fault, unless that takes too long; then a moment more.
    private void letWork() throws InterruptedException {
        long enough = cluster.acknowledged() + 5;
        for (int i = 0; i < 200 && cluster.acknowledged() < enough; i++) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        TimeUnit.MILLISECONDS.sleep(chance.nextInt(600));
    }

    private Fault choose() {
        int dice = chance.nextInt(
                weights.values().stream().mapToInt(Integer::intValue).sum());
        for (Map.Entry<Fault, Integer> entry : weights.entrySet()) {
            dice -= entry.getValue();
            if (dice < 0) {
                return entry.getKey();
            }
        }
        throw new IllegalStateException("no fault has a weight");
    }

    private void cause(Fault fault, Node node) throws IOException, InterruptedException {
        switch (fault) {
            case KILL -> {
                node.kill();
                start(node);
            }
            case KILL_AT_START -> {
                node.kill();
                node.launch();
                TimeUnit.MILLISECONDS.sleep(chance.nextInt(1500));
                node.kill();
                start(node);
            }
            case PAUSE -> node.pause(100 + chance.nextInt(1900));
            case LONG_PAUSE -> node.pause(11_000 + chance.nextInt(3000));
            case CLOCK_STEP -> node.shim().setClock(chance.nextInt(61) - 30);
            case DISK_FULL -> {
                node.shim().setDiskFull(true);
                TimeUnit.MILLISECONDS.sleep(500 + chance.nextInt(2500));
                node.shim().setDiskFull(false);
            }
            case POSTGRES_RESTART, POSTGRES_KILL, POSTGRES_PAUSE, POSTGRES_TERMINATION ->
                backing.cause(fault, 500 + chance.nextInt(2500));
        }
    }

    /// A server that was killed starts again, at once.
    void start(Node node) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                node.start();
                return;
            } catch (IOException failure) {
                violations.add(Law.SERVES, "a server did not start; its log is " + node.log() + ": " + failure);
                if (attempt == MOST_STARTS) {
                    throw failure;
                }
                node.kill();
            }
        }
    }

    /// Ends what lasts: every clock is right again, and every node listens.
    void heal() throws IOException, InterruptedException {
        for (Node node : cluster.nodes()) {
            node.shim().setClock(0);
            if (!node.isAlive()) {
                start(node);
            }
        }
    }
}
