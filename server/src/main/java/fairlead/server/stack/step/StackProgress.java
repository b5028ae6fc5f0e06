package fairlead.server.stack.step;

import fairlead.server.resource.document.Documents;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How far an operation of a stack has come, kept as the operation's progress.
///
/// @param failed keys of the nodes that have failed, and with which it has to be undone
/// @param cause why it is undone, or has failed
/// @param waits how much of the operation's time was used up when nodes began to wait, by their keys
public record StackProgress(Phase phase, Set<String> failed, String cause, Map<String, Duration> waits) {

    public static final StackProgress BEGINNING = new StackProgress(Phase.BEGIN, Set.of(), "", Map.of());

    public StackProgress {
        failed = Set.copyOf(failed);
        waits = Map.copyOf(waits);
    }

    /// The parts of an operation, one after the other.
    public enum Phase {
        /// Nothing has been done.
        BEGIN,
        /// Nodes are made and changed.
        FORWARD,
        /// What is no longer wanted is deleted.
        CLEANUP,
        /// What was changed is brought back.
        BACKWARD,
        /// What was made and is not wanted is deleted.
        BACKWARD_CLEANUP,
        /// All is deleted.
        REMOVAL
    }

    public StackProgress in(Phase next) {
        return new StackProgress(next, failed, cause, waits);
    }

    public StackProgress failing(Collection<String> keys, String why) {
        Set<String> all = new TreeSet<>(failed);
        all.addAll(keys);
        return new StackProgress(phase, all, cause.isEmpty() ? why : cause, waits);
    }

    /// The same where a node waits from now on.
    ///
    /// @param used how much of the operation's time is used up
    StackProgress waiting(String key, Duration used) {
        Map<String, Duration> more = new TreeMap<>(waits);
        more.put(key, used);
        return new StackProgress(phase, failed, cause, more);
    }

    /// How much of the operation's time was used up when a node began to wait.
    Duration waitsSince(String key) {
        return waits.getOrDefault(key, Duration.ZERO);
    }

    /// The same in another phase, with nothing failed in it yet.
    public StackProgress anew(Phase next) {
        return new StackProgress(next, Set.of(), cause, Map.of());
    }

    public byte[] write() {
        ObjectNode json = Documents.empty();
        json.put("phase", phase.name());
        ArrayNode keys = json.putArray("failed");
        new TreeSet<>(failed).forEach(keys::add);
        json.put("cause", cause);
        if (!waits.isEmpty()) {
            ObjectNode since = json.putObject("waits");
            new TreeMap<>(waits).forEach((key, used) -> since.put(key, used.toMillis()));
        }
        return Documents.bytes(json);
    }

    public static StackProgress read(byte[] bytes) {
        return Optional.of(bytes)
                .filter(known -> known.length > 0)
                .map(Documents::object)
                .map(json -> {
                    Set<String> failed = new TreeSet<>();
                    json.path("failed").forEach(key -> failed.add(key.asString()));
                    Map<String, Duration> waits = new TreeMap<>();
                    json.path("waits").forEachEntry((key, used) -> waits.put(key, Duration.ofMillis(used.asLong())));
                    return new StackProgress(
                            Phase.valueOf(json.path("phase").asString()),
                            failed,
                            json.path("cause").asString(),
                            waits);
                })
                .orElse(BEGINNING);
    }
}
