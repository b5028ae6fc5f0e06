package fairlead.bench.robust;

import fairlead.bench.robust.Follower.Told;
import fairlead.bench.robust.history.Call;
import fairlead.bench.robust.history.Call.Changed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// All events of a round in the order in which the server has them, and what they have to be like.
final class Timeline {

    private static final Set<String> ENDS = Set.of("Succeeded", "Failed", "Canceled");

    private final List<JsonNode> events;
    private final Violations violations;

    private Timeline(List<JsonNode> events, Violations violations) {
        this.events = events;
        this.violations = violations;
    }

    /// Reads everything behind that place.
    static Timeline read(Cluster cluster, Violations violations, String from) {
        List<JsonNode> events = new ArrayList<>();
        String place = from;
        int misses = 0;
        while (misses < 100) {
            Answer page = cluster.get("/fairlead/watch?from=" + place + "&wait=0&$top=1000");
            if (page.status() != 200) {
                violations.require(page.status() != 410, Law.WATCHED, page.shown());
                misses++;
                Cluster.rest(50);
                continue;
            }
            page.body().path("events").forEach(events::add);
            place = page.body().path("next").asString(place);
            if (page.body().path("events").isEmpty()) {
                return new Timeline(events, violations);
            }
        }
        violations.add(Law.SERVES, "the events behind " + place + " can't be read");
        return new Timeline(events, violations);
    }

    /// Whether a place is before another one; the servers' own way to write it.
    static boolean isBefore(String one, String other) {
        return number(one) < number(other);
    }

    private static long number(String place) {
        return Long.parseLong(place.substring(place.indexOf('-') + 1));
    }

    int size() {
        return events.size();
    }

    /// The place of the last one; that one if there is none.
    String last(String from) {
        return events.isEmpty() ? from : events.getLast().path("id").asString("");
    }

    void check() {
        order();
        operations();
    }

    private void order() {
        String before = "";
        Map<String, Long> versions = new HashMap<>();
        for (JsonNode event : events) {
            String id = event.path("id").asString("");
            violations.require(before.isEmpty() || isBefore(before, id), Law.WATCHED, id + " stands behind " + before);
            before = id;
            if (event.path("kind").asString("").equals("resource")) {
                long version = event.path("version").asLong(0);
                Long earlier = versions.put(event.path("uid").asString(""), version);
                violations.require(
                        earlier == null || earlier < version,
                        Law.EVENTS,
                        "version " + version + " stands behind version " + earlier + ": " + event);
            }
        }
    }

    /// A request that had nothing to do ends where it begins.
    private void operations() {
        Map<String, Integer> begun = new HashMap<>();
        Map<String, Integer> ended = new HashMap<>();
        for (JsonNode event : events) {
            if (event.path("kind").asString("").equals("operation")) {
                String change = event.path("change").asString("");
                String operation = event.path("operation").asString("");
                if (change.equals("Accepted")) {
                    begun.merge(operation, 1, Integer::sum);
                } else if (ENDS.contains(change)) {
                    ended.merge(operation, 1, Integer::sum);
                }
            }
        }
        begun.forEach((operation, times) -> {
            violations.require(times == 1, Law.EVENTS, operation + " has begun " + times + " times");
            violations.require(ended.containsKey(operation), Law.EVENTS, operation + " has no end among the events");
        });
        ended.forEach((operation, times) ->
                violations.require(times == 1, Law.EVENTS, operation + " has ended " + times + " times"));
    }

    /// Every acknowledged change of a register has its event.
    void holds(Registers registers) {
        Map<String, Integer> written = new HashMap<>();
        Map<String, Integer> deleted = new HashMap<>();
        for (JsonNode event : events) {
            if (event.path("kind").asString("").equals("resource")) {
                String id = event.path("resourceId").asString("");
                switch (event.path("change").asString("")) {
                    case "Succeeded" -> written.merge(id, 1, Integer::sum);
                    case "Deleted" -> deleted.merge(id, 1, Integer::sum);
                    default -> {
                        // What has begun or failed was not acknowledged as done.
                    }
                }
            }
        }
        for (String register : registers.names()) {
            String id = Arm.thing(register);
            holds(id, registers.history(register), written.getOrDefault(id, 0), deleted.getOrDefault(id, 0));
        }
    }

    private void holds(String id, List<Call> calls, int written, int deleted) {
        int writes = 0;
        int deletes = 0;
        for (Call call : calls) {
            // A delete of what another client deletes already is the same one.
            if (call.act() instanceof Changed(var from, var to) && !from.equals(Call.ANYTHING)) {
                writes += to.equals(Call.NOTHING) ? 0 : 1;
                deletes += to.equals(Call.NOTHING) ? 1 : 0;
            }
        }
        violations.require(
                writes <= written && deletes <= deleted,
                Law.EVENTS,
                id + ": " + writes + " changes and " + deletes + " deletes were acknowledged, " + written + " and "
                        + deleted + " were told");
    }

    /// A follower was told the same.
    void equals(Follower follower) {
        List<Told> told = follower.told();
        Set<String> ids = new HashSet<>();
        told.forEach(event ->
                violations.require(ids.add(event.id()), Law.WATCHED, event.id() + " was told twice: " + event.data()));
        for (int i = 0; i < Math.max(events.size(), told.size()); i++) {
            String expected = i < events.size() ? events.get(i).path("id").asString("") : "nothing";
            String found = i < told.size() ? told.get(i).id() : "nothing";
            if (!expected.equals(found)) {
                violations.add(
                        Law.WATCHED,
                        "a stream told " + found + " where it should tell " + expected + ", as event " + i);
                return;
            }
        }
    }
}
