package fairlead.server.stack.step;

import fairlead.server.resource.document.Documents;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// How far an operation of a stack has come, kept as the operation's progress.
///
/// @param failed keys of the nodes that have failed, and with which it has to be undone
/// @param cause why it is undone, or has failed
public record StackProgress(Phase phase, Set<String> failed, String cause) {

    public static final StackProgress BEGINNING = new StackProgress(Phase.BEGIN, Set.of(), "");

    public StackProgress {
        failed = Set.copyOf(failed);
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
        return new StackProgress(next, failed, cause);
    }

    public StackProgress failing(Collection<String> keys, String why) {
        Set<String> all = new TreeSet<>(failed);
        all.addAll(keys);
        return new StackProgress(phase, all, cause.isEmpty() ? why : cause);
    }

    /// The same in another phase, with nothing failed in it yet.
    public StackProgress anew(Phase next) {
        return new StackProgress(next, Set.of(), cause);
    }

    public byte[] write() {
        ObjectNode json = Documents.empty();
        json.put("phase", phase.name());
        ArrayNode keys = json.putArray("failed");
        new TreeSet<>(failed).forEach(keys::add);
        json.put("cause", cause);
        return Documents.bytes(json);
    }

    public static StackProgress read(byte[] bytes) {
        return Optional.of(bytes)
                .filter(known -> known.length > 0)
                .map(Documents::object)
                .map(json -> {
                    Set<String> failed = new TreeSet<>();
                    json.path("failed").forEach(key -> failed.add(key.asString()));
                    return new StackProgress(
                            Phase.valueOf(json.path("phase").asString()),
                            failed,
                            json.path("cause").asString());
                })
                .orElse(BEGINNING);
    }
}
