package fairlead.stack.document;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

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
        /// Something that is there when it is asked for: nothing has to be done.
        NOTHING
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

    /// The keys of all nodes that have to be done first.
    public Set<String> needs() {
        Set<String> needs = new LinkedHashSet<>(dependsOn);
        properties.references(reference -> needs.add(reference.node()));
        return needs;
    }
}
