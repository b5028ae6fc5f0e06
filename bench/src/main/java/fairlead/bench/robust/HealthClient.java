package fairlead.bench.robust;

import fairlead.bench.robust.server.Node;
/// Asks a node for its health between two writes of its own. If both fail for want of the storage, and no write of
/// any client has succeeded meanwhile, then health must not say that all is well.

final class HealthClient implements Client {

    private static final long PAUSE_MILLIS = 150;

    private final Cluster cluster;
    private final Violations violations;
    private final String id;
    private long number;

    HealthClient(Cluster cluster, Violations violations, String name) {
        this.cluster = cluster;
        this.violations = violations;
        id = Arm.thing(name);
    }

    @Override
    public void once() {
        Node node = cluster.any();
        long acknowledged = cluster.acknowledged();
        Answer first = write(node);
        Answer health = cluster.send(node, "GET", "/fairlead/health", "");
        Answer ready = cluster.send(node, "GET", "/readyz?verbose", "");
        Answer alive = cluster.send(node, "GET", "/livez", "");
        violations.require(
                alive.status() <= 0 || alive.status() == 200,
                Law.HEALTHY,
                "a server that answers is not alive: " + alive);
        if (isFailure(first)) {
            Answer second = write(node);
            boolean failing = isFailure(second) && cluster.acknowledged() == acknowledged;
            violations.require(
                    !failing || (health.status() != 200 && ready.status() != 200),
                    Law.HEALTHY,
                    "no write succeeded (" + first.shown() + ", " + second.shown() + "), and health was "
                            + health.shown() + ", readiness " + ready.shown());
        }
        Cluster.rest(PAUSE_MILLIS);
    }

    private Answer write(Node node) {
        Answer answer = cluster.send(
                node,
                "PUT",
                id + "?" + Arm.VERSION,
                "{\"location\":\"local\",\"properties\":{\"Text\":\"" + number++ + "\"}}",
                "Content-Type",
                "application/json");
        if (answer.succeeded()) {
            cluster.acknowledge();
        }
        return answer;
    }

    private static boolean isFailure(Answer answer) {
        return answer.status() >= 500 && !answer.isOverload();
    }

    /// Once all faults are over, every node is well.
    static void requireWell(Cluster cluster, Violations violations) {
        for (Node node : cluster.nodes()) {
            Answer ready = cluster.send(node, "GET", "/readyz?verbose", "");
            for (int i = 0; i < 100 && ready.status() != 200; i++) {
                Cluster.rest(100);
                ready = cluster.send(node, "GET", "/readyz?verbose", "");
            }
            Answer health = cluster.send(node, "GET", "/fairlead/health", "");
            violations.require(
                    ready.status() == 200 && health.status() == 200,
                    Law.HEALTHY,
                    "ten seconds after the last fault: " + ready.shown() + ", " + health.shown());
        }
    }
}
