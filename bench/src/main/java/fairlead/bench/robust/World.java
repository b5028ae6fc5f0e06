package fairlead.bench.robust;

import fairlead.bench.robust.Expectations.TokenUse;
import fairlead.bench.robust.server.Backing;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Holds what there is against what there has to be, when nothing is under way: records, physical resources,
/// operations.
final class World {

    private static final int MOST_ATTEMPTS = 100;

    private final Cluster cluster;
    private final Doors doors;
    private final Violations violations;

    World(Cluster cluster, Doors doors) {
        this.cluster = cluster;
        this.doors = doors;
        violations = doors.violations();
    }

    // -- operations ---------------------------------------------------------------------------------------------------

    /// Waits until every operation has ended.
    ///
    /// @param ended those of which that is known already
    void awaitOperations(Set<String> ended) {
        long until = cluster.end();
        Set<String> open = Set.of("unknown");
        while (!open.isEmpty() && System.nanoTime() < until) {
            open = openOperations(ended);
            if (!open.isEmpty()) {
                Cluster.rest(200);
            }
        }
        violations.require(open.isEmpty(), Law.ENDS, "these do not end: " + open);
    }

    private Set<String> openOperations(Set<String> ended) {
        Set<String> open = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Optional<String> page = Optional.of(Arm.SUBSCRIPTION + "/operationStatuses?$top=1000&" + Arm.VERSION);
        while (page.isPresent()) {
            Answer answer = read(page.get());
            boolean more = true;
            for (JsonNode operation : answer.body().path("value")) {
                String id = operation.path("id").asString("");
                if (Arm.isEnded(operation.path("status").asString(""))) {
                    more &= !ended.contains(id);
                    seen.add(id);
                } else {
                    open.add(id);
                }
            }
            page = more ? next(answer) : Optional.empty();
        }
        if (open.isEmpty()) {
            ended.addAll(seen);
        }
        return open;
    }

    private Answer read(String path) {
        Answer answer = cluster.get(path);
        for (int i = 0; i < MOST_ATTEMPTS && answer.status() != 200; i++) {
            Cluster.rest(50);
            answer = cluster.get(path);
        }
        violations.require(answer.status() == 200, Law.SERVES, path + ": " + answer.shown());
        return answer;
    }

    private static Optional<String> next(Answer page) {
        return page.body()
                .path("nextLink")
                .stringValueOpt()
                .map(URI::create)
                .map(link -> link.getRawPath() + "?" + link.getRawQuery());
    }

    // -- records and physical resources -------------------------------------------------------------------------------

    void compare(Backing backing, Expectations expectations) throws IOException {
        expectations.resources().forEach(this::expect);
        deleteFailed();
        List<Backing.Thing> made = backing.things(cluster.nodes());
        tokens(expectations.tokens(), made);
        once(made);
        Map<String, String> records = new HashMap<>();
        for (JsonNode record : records()) {
            String id = record.path("id").asString("");
            String identifier = record.path("properties").path("Id").asString("");
            String other = records.put(identifier, id);
            violations.require(other == null, Law.ONE_FOR_ONE, identifier + " belongs to " + id + " and to " + other);
        }
        Set<String> there = new HashSet<>();
        made.stream().filter(Backing.Thing::isThere).forEach(thing -> there.add(thing.id()));
        for (Backing.Thing thing : made) {
            violations.require(
                    !thing.isThere() || records.containsKey(thing.id()),
                    Law.ONE_FOR_ONE,
                    "no record has the physical resource " + thing);
        }
        records.forEach((identifier, id) -> violations.require(
                there.contains(identifier),
                Law.ONE_FOR_ONE,
                "there is no physical resource " + identifier + " of " + id));
    }

    private void expect(String id, Optional<String> text) {
        Answer now = doors.arm().get(id);
        boolean holds = text.isPresent()
                ? now.status() == 200
                        && now.state().equals("Succeeded")
                        && now.text().equals(text.get())
                : now.status() == 404;
        violations.require(holds, Law.ACKNOWLEDGED, id + " has to be " + text + ", and is " + now.shown());
    }

    /// What has failed may have a physical resource whose identifier no record has: a delete finds it.
    private void deleteFailed() {
        for (JsonNode record : records()) {
            String id = record.path("id").asString("");
            String state = record.path("properties").path("provisioningState").asString("");
            for (int i = 0; i < MOST_ATTEMPTS && !state.equals("Succeeded"); i++) {
                state = doors.arm().delete(id).succeeded() ? "Succeeded" : state;
            }
            violations.require(state.equals("Succeeded"), Law.SERVES, id + " can't be deleted: " + record);
        }
    }

    private List<JsonNode> records() {
        List<JsonNode> records = new ArrayList<>();
        Optional<String> page = Optional.of(Arm.SUBSCRIPTION + Arm.THINGS + "?" + Arm.VERSION + "&$top=1000");
        while (page.isPresent()) {
            Answer answer = read(page.get());
            answer.body().path("value").forEach(records::add);
            page = next(answer);
        }
        return records;
    }

    private void tokens(Map<String, TokenUse> tokens, List<Backing.Thing> made) {
        Map<String, Integer> times = new HashMap<>();
        for (Backing.Thing thing : made) {
            times.merge(thing.properties().replaceAll(".*\"Text\":\"([^\"]*)\".*", "$1"), 1, Integer::sum);
        }
        tokens.forEach((token, use) -> {
            int found = times.getOrDefault(use.text(), 0);
            violations.require(
                    found <= 1 && !(use.made() && found == 0),
                    Law.ONE_FOR_A_TOKEN,
                    "the client token " + token + " has made " + found + " physical resources, and its request "
                            + (use.made() ? "has" : "has not") + " succeeded");
        });
    }

    private void once(List<Backing.Thing> made) {
        Set<String> ids = new HashSet<>();
        Set<String> tokens = new HashSet<>();
        for (Backing.Thing thing : made) {
            violations.require(
                    ids.add(thing.id()) && tokens.add(thing.token()), Law.ONE_FOR_ONE, "made twice: " + thing);
        }
    }

    /// With no fault about, everything has to succeed.
    void calm(String name) {
        String id = Arm.thing(name);
        Arm.Result made = doors.arm()
                .put(id, "{\"Text\":\"calm\",\"Fail\":{\"On\":\"create\",\"Code\":\"NetworkFailure\",\"Times\":1}}");
        Arm.Result changed = doors.arm().put(id, "{\"Text\":\"calmer\",\"UpdateSteps\":1}");
        Arm.Result deleted = doors.arm().delete(id);
        violations.require(
                made.succeeded() && changed.succeeded() && deleted.succeeded(),
                Law.SERVES,
                "after the last fault: " + made + ", " + changed + ", " + deleted);
    }
}
