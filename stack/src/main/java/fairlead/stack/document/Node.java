package fairlead.stack.document;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// One thing that a document wants to be there.
///
/// @param key by which the document calls it, unique in it
/// @param kind what it is
/// @param type the name of its type, `Example::Web::Bookmark`; for a kind other than a resource what the language calls
/// it
/// @param properties what it is to be: comes to an object
/// @param dependsOn keys of nodes that have to be done first though nothing of them is referred to
/// @param onRemove what becomes of it when the document no longer has it, or is deleted
/// @param onReplace what becomes of the one that another takes the place of
/// @param metadata what the language keeps beside it; nothing evaluates it
/// @param signals for which signals it waits once it is there
/// @param pointer where it stands in the template, as a JSON pointer
public record Node(
        String key,
        Kind kind,
        String type,
        Expression properties,
        SequencedSet<String> dependsOn,
        Retention onRemove,
        Retention onReplace,
        JsonNode metadata,
        Optional<Signals> signals,
        String pointer) {

    /// How the names of members of [#properties] begin that are no properties of the resource, but stand beside them,
    /// as
    /// tags do: `$tags`.
    public static final String BESIDE = "$";

    public Node {
        dependsOn = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(dependsOn));
    }

    /// What a node is.
    public enum Kind {
        /// A resource of a registered type.
        RESOURCE,
        /// A stack of its own.
        STACK,
        /// An address to which signals are sent.
        SIGNAL_ADDRESS,
        /// Waits for the signals that were sent to an address.
        SIGNALS,
        /// What something outside makes that is asked for it, and no type is registered for.
        CUSTOM,
        /// Something that is there when it is asked for: nothing has to be done.
        NOTHING,
        /// A resource that the document does not make, change or delete: it is read where something refers to it. Its
        /// [Address] says which one.
        EXISTING
    }

    /// What becomes of what a document no longer wants.
    public enum Retention {
        DELETE,
        RETAIN,
        /// As [#RETAIN], but what the failed operation has made itself is deleted.
        RETAIN_EXCEPT_ON_CREATE,
        /// It is deleted, after its type has kept a copy.
        SNAPSHOT
    }

    /// Signals that a node waits for.
    ///
    /// @param count how many signals of success have to come
    /// @param timeout in seconds
    public record Signals(int count, long timeout) {}

    /// A node that becomes what nothing else is said of: deleted when it is no longer wanted, no metadata, no signals.
    ///
    /// @param pointer where it stands in the template, as a JSON pointer
    public static Builder builder(String key, Kind kind, String type, String pointer) {
        return new Builder(key, kind, type, pointer);
    }

    /// Puts a node together.
    public static final class Builder {

        private final String key;
        private final Kind kind;
        private final String type;
        private final String pointer;
        private Expression properties = Expression.object(Map.of());
        private SequencedSet<String> dependsOn = new LinkedHashSet<>();
        private Retention onRemove = Retention.DELETE;
        private Retention onReplace = Retention.DELETE;
        private JsonNode metadata = JsonNodeFactory.instance.objectNode();
        private Optional<Signals> signals = Optional.empty();

        private Builder(String key, Kind kind, String type, String pointer) {
            this.key = key;
            this.kind = kind;
            this.type = type;
            this.pointer = pointer;
        }

        public Builder properties(Expression is) {
            properties = is;
            return this;
        }

        public Builder dependsOn(SequencedSet<String> keys) {
            dependsOn = keys;
            return this;
        }

        public Builder onRemove(Retention retention) {
            onRemove = retention;
            return this;
        }

        public Builder onReplace(Retention retention) {
            onReplace = retention;
            return this;
        }

        public Builder metadata(JsonNode kept) {
            metadata = kept;
            return this;
        }

        public Builder signals(Signals awaited) {
            signals = Optional.of(awaited);
            return this;
        }

        public Node build() {
            return new Node(key, kind, type, properties, dependsOn, onRemove, onReplace, metadata, signals, pointer);
        }
    }

    /// The keys of all nodes that have to be done first.
    public Set<String> needs() {
        Set<String> needs = new LinkedHashSet<>(dependsOn);
        properties.references(reference -> needs.add(reference.node()));
        return needs;
    }
}
