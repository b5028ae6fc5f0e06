package fairlead.bench.robust;

import java.net.URI;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/// The Azure Resource Manager door.
final class Arm {

    static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
    static final String GROUPS = SUBSCRIPTION + "/resourceGroups/";
    static final String THINGS = "/providers/Fairlead.Lab/things";
    static final String VERSION = "api-version=2026-11-01";

    private static final Set<String> ENDED = Set.of("Succeeded", "Failed", "Canceled");
    private static final Set<String> REFUSALS = Set.of(
            "AnotherOperationInProgress",
            "ResourceGroupNotFound",
            "ResourceGroupBeingDeleted",
            "ResourceNotReady",
            "TooManyRequests");

    private final Cluster cluster;
    private final Violations violations;

    Arm(Cluster cluster, Violations violations) {
        this.cluster = cluster;
        this.violations = violations;
    }

    /// The id of a thing in the default group.
    static String thing(String name) {
        return GROUPS + "default" + THINGS + "/" + name;
    }

    /// How a change has ended.
    ///
    /// @param state as operations have it; `Refused` if there was none, `Unknown` if its answer was lost, and
    ///     `Unsent` if it never left
    /// @param answer the first one
    /// @param end when the state was known
    record Result(String state, Answer answer, long end) {

        boolean succeeded() {
            return state.equals("Succeeded");
        }

        boolean failed() {
            return state.equals("Failed") || state.equals("Canceled");
        }

        boolean refused() {
            return state.equals("Refused") || state.equals("Unsent");
        }
    }

    /// When everything has ended that is begun now.
    long end() {
        return cluster.end();
    }

    Answer get(String id) {
        return cluster.get(id + "?" + VERSION);
    }

    Result put(String id, String properties, String... headers) {
        String[] all = withType(headers);
        return change("PUT", id, "{\"location\":\"local\",\"properties\":" + properties + "}", all);
    }

    Result putGroup(String name) {
        return change("PUT", GROUPS + name, "{\"location\":\"local\"}", withType());
    }

    Result delete(String id, String... headers) {
        return change("DELETE", id, "", headers);
    }

    private static String[] withType(String... headers) {
        String[] all = new String[headers.length + 2];
        all[0] = "Content-Type";
        all[1] = "application/json";
        System.arraycopy(headers, 0, all, 2, headers.length);
        return all;
    }

    private Result change(String method, String id, String body, String... headers) {
        Answer answer = cluster.send(cluster.any(), method, id + "?" + VERSION, body, headers);
        Optional<String> operation = operation(answer);
        if (operation.isPresent()) {
            return await(answer, operation.get());
        }
        if (answer.succeeded()) {
            cluster.acknowledge();
        }
        return new Result(state(answer), answer, answer.end());
    }

    /// How a change has ended that was answered as a whole, or not at all.
    private static String state(Answer answer) {
        if (answer.succeeded()) {
            return "Succeeded";
        }
        if (answer.status() == -1) {
            return "Unsent";
        }
        if (answer.isUnknown()) {
            return "Unknown";
        }
        // What else has refused the request would have done so before there was an operation.
        boolean before = answer.isOverload()
                || answer.status() == 404
                || answer.status() == 412
                || REFUSALS.contains(answer.code());
        return before ? "Refused" : "Failed";
    }

    private static Optional<String> operation(Answer answer) {
        String address = answer.header("Azure-AsyncOperation");
        if (!answer.succeeded() || address.isEmpty()) {
            return Optional.empty();
        }
        URI parsed = URI.create(address);
        return Optional.of(parsed.getRawPath() + "?" + parsed.getRawQuery());
    }

    /// Asks for the operation until it has ended. What was accepted is known to every node from then on.
    private Result await(Answer answer, String operation) {
        cluster.acknowledge();
        Optional<JsonNode> ended = ended(operation, () -> false);
        return new Result(
                ended.map(shown -> shown.path("status").asString("")).orElse("Unknown"), answer, System.nanoTime());
    }

    /// The operation at that address when it has ended; empty if that takes too long.
    Optional<JsonNode> ended(String operation, BooleanSupplier given) {
        long until = cluster.end();
        while (System.nanoTime() < until && !given.getAsBoolean()) {
            Answer now = cluster.get(operation);
            if (now.status() == 404) {
                violations.add(Law.ACKNOWLEDGED, operation + " was accepted, and is not there: " + now.shown());
                return Optional.empty();
            }
            if (ENDED.contains(now.body().path("status").asString(""))) {
                return Optional.of(now.body());
            }
            Cluster.rest(50);
        }
        violations.add(Law.ENDS, operation + " does not end");
        return Optional.empty();
    }

    static boolean isEnded(String state) {
        return ENDED.contains(state);
    }
}
