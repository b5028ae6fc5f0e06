package fairlead.server.stack.step;

import fairlead.server.resource.document.Documents;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What an operation of a stack is to do.
///
/// @param onFailure what is done when a node fails
/// @param retain keys of nodes whose resources stay when the stack is deleted
/// @param skip keys of nodes that are taken for restored though they could not be
/// @param imports identifiers of resources that are there already, by the keys of the nodes that they become
/// @param token of the request, told in events
public record StackOrder(
        Purpose purpose,
        OnFailure onFailure,
        Set<String> retain,
        Set<String> skip,
        Map<String, String> imports,
        Manner manner,
        String token) {

    public StackOrder {
        imports = Collections.unmodifiableMap(new TreeMap<>(imports));
        retain = Set.copyOf(retain);
        skip = Set.copyOf(skip);
    }

    /// How it is done.
    ///
    /// @param retainsOnCreate whether what is kept otherwise is deleted if this operation has made it and
    ///     fails
    /// @param force whether what can't be deleted is left behind
    /// @param nested whether another stack decides what becomes of what the operation has changed
    /// @param limit how long a stack may take that is made; empty for as long as an operation may
    /// @param reverts whether resources are changed as well that are no more as they were asked for
    public record Manner(
            boolean retainsOnCreate, boolean force, boolean nested, Optional<Duration> limit, boolean reverts) {

        private static final Manner PLAIN = new Manner(true, false, false, Optional.empty(), false);
    }

    public boolean retainsOnCreate() {
        return manner.retainsOnCreate();
    }

    public boolean force() {
        return manner.force();
    }

    public boolean nested() {
        return manner.nested();
    }

    public Optional<Duration> limit() {
        return manner.limit();
    }

    public boolean reverts() {
        return manner.reverts();
    }

    private StackOrder in(Manner other) {
        return new StackOrder(purpose, onFailure, retain, skip, imports, other, token);
    }

    /// What for.
    public enum Purpose {
        CREATE,
        UPDATE,
        /// Takes over what is there already, and changes nothing else.
        IMPORT,
        DELETE,
        /// Undoes what has failed and was left as it was.
        ROLLBACK,
        /// Goes on with an undoing that has failed.
        CONTINUE_ROLLBACK,
        /// Cleans up after a change of a stack that is a node of another one, once that knows that it stays
        /// or is undone.
        SETTLE,
        /// Deletes a stack that a failed operation has made of which it is a node.
        DISCARD
    }

    /// What is done when a node fails.
    public enum OnFailure {
        ROLLBACK,
        DO_NOTHING,
        DELETE,
        /// Nothing else is begun; the stack that it is a node of has it undone.
        LEAVE
    }

    /// One with nothing special.
    public static StackOrder of(Purpose purpose, OnFailure onFailure, String token) {
        return new StackOrder(purpose, onFailure, Set.of(), Set.of(), Map.of(), Manner.PLAIN, token);
    }

    /// The same, where nothing that the failed operation has made is kept.
    public StackOrder deletingWhatIsNew() {
        return in(new Manner(false, force(), nested(), limit(), reverts()));
    }

    /// The same for a delete.
    public StackOrder keeping(Collection<String> kept, boolean forced) {
        Manner forcing = new Manner(retainsOnCreate(), forced, nested(), limit(), reverts());
        return new StackOrder(purpose, onFailure, Set.copyOf(kept), skip, imports, forcing, token);
    }

    /// The same for a rollback that goes on.
    public StackOrder skipping(Collection<String> skipped) {
        return new StackOrder(purpose, onFailure, retain, Set.copyOf(skipped), imports, manner, token);
    }

    /// The same where nodes are resources that are there already.
    ///
    /// @param found their identifiers, by the keys of the nodes
    public StackOrder importing(Map<String, String> found) {
        return new StackOrder(purpose, onFailure, retain, skip, found, manner, token);
    }

    /// The same for a stack that is to be made within a time.
    public StackOrder limited(Optional<Duration> within) {
        return in(new Manner(retainsOnCreate(), force(), nested(), within, reverts()));
    }

    /// The same where resources are brought back that are no more as they were asked for.
    public StackOrder reverting() {
        return in(new Manner(retainsOnCreate(), force(), nested(), limit(), true));
    }

    /// What a stack that is a node is to do when the stack has this to do that it is a node of.
    public StackOrder within(Purpose other) {
        OnFailure then = onFailure == OnFailure.DO_NOTHING ? OnFailure.DO_NOTHING : OnFailure.LEAVE;
        Manner own = new Manner(retainsOnCreate(), force(), true, Optional.empty(), reverts());
        return new StackOrder(other, then, Set.of(), Set.of(), Map.of(), own, token);
    }

    public byte[] write() {
        ObjectNode json = Documents.empty();
        json.put("purpose", purpose.name());
        json.put("onFailure", onFailure.name());
        put(json.putArray("retain"), retain);
        put(json.putArray("skip"), skip);
        if (!imports.isEmpty()) {
            imports.forEach(json.putObject("imports")::put);
        }
        json.put("retainsOnCreate", retainsOnCreate());
        json.put("force", force());
        json.put("nested", nested());
        json.put("reverts", reverts());
        limit().ifPresent(within -> json.put("limit", within.toSeconds()));
        json.put("token", token);
        return Documents.bytes(json);
    }

    private static void put(ArrayNode array, Set<String> keys) {
        new TreeSet<>(keys).forEach(array::add);
    }

    public static StackOrder read(byte[] bytes) {
        ObjectNode json = Documents.object(bytes);
        return new StackOrder(
                Purpose.valueOf(json.path("purpose").asString()),
                OnFailure.valueOf(json.path("onFailure").asString()),
                keys(json, "retain"),
                keys(json, "skip"),
                imports(json),
                new Manner(
                        json.path("retainsOnCreate").asBoolean(),
                        json.path("force").asBoolean(),
                        json.path("nested").asBoolean(false),
                        json.has("limit")
                                ? Optional.of(
                                        Duration.ofSeconds(json.path("limit").asLong()))
                                : Optional.empty(),
                        json.path("reverts").asBoolean(false)),
                json.path("token").asString());
    }

    private static Map<String, String> imports(ObjectNode json) {
        Map<String, String> imports = new TreeMap<>();
        json.path("imports").forEachEntry((key, identifier) -> imports.put(key, identifier.asString()));
        return imports;
    }

    private static Set<String> keys(ObjectNode json, String name) {
        Set<String> keys = new TreeSet<>();
        json.path(name).forEach(key -> keys.add(key.asString()));
        return keys;
    }

    /// The word with which statuses of its beginning begin.
    public String word() {
        return purpose.name().toUpperCase(Locale.ROOT);
    }
}
