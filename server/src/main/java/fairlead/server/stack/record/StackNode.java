package fairlead.server.stack.record;

import fairlead.server.operation.OperationId;
import fairlead.stack.document.Node;
import fairlead.stack.document.Node.Retention;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// One node of a stack, as it is recorded: what is there, and what the operation of the stack does with it.
///
/// @param key by which the template calls it
/// @param position among the nodes of its template
/// @param present what is there now, or is being made
/// @param other what is there besides: of a node that is being changed, what it was before; of one that was
///     replaced, what has to go
public record StackNode(
        UUID stack, String key, int position, Subject present, Report report, Work work, Optional<Subject> other) {

    /// The member of a node's metadata that is the id of its resource.
    public static final String ADDRESS = "address";

    private static final String LEFT = "/";

    /// A resource, as a node has it.
    ///
    /// @param physical its identifier; empty if it has none yet
    /// @param generation counts its replacements, so that generated names differ
    /// @param applied what was asked for last, secrets included; empty if nothing was yet
    /// @param imported whether it was there before the stack, which has taken it over
    public record Subject(
            Node.Kind kind,
            String type,
            Optional<String> physical,
            int generation,
            ObjectNode applied,
            Terms terms,
            boolean imported) {

        /// One that the stack makes, or has made.
        public Subject(
                Node.Kind kind,
                String type,
                Optional<String> physical,
                int generation,
                ObjectNode applied,
                Terms terms) {
            this(kind, type, physical, generation, applied, terms, false);
        }

        public Subject at(String identifier) {
            return new Subject(kind, type, Optional.of(identifier), generation, applied, terms, imported);
        }

        public Subject wanting(ObjectNode desired) {
            return new Subject(kind, type, physical, generation, desired, terms, imported);
        }

        public Subject on(Terms others) {
            return new Subject(kind, type, physical, generation, applied, others, imported);
        }

        /// The same, which is not there.
        public Subject unmade() {
            return new Subject(kind, type, Optional.empty(), generation, applied, terms);
        }

        /// What takes the place of this one.
        public Subject next(String nextType) {
            return new Subject(kind, nextType, Optional.empty(), generation + 1, applied.objectNode(), terms);
        }

        /// The same, which was there before under that identifier.
        public Subject found(String identifier) {
            return new Subject(kind, type, Optional.of(identifier), generation, applied, terms, true);
        }
    }

    /// What the template says beside what the resource is to be.
    ///
    /// @param needs keys of the nodes that have to be there before it
    public record Terms(Set<String> needs, Retention onRemove, Retention onReplace, ObjectNode metadata) {
        public static Terms of(Node node) {
            ObjectNode metadata = node.metadata() instanceof ObjectNode object
                    ? object
                    : tools.jackson.databind.node.JsonNodeFactory.instance.objectNode();
            return new Terms(new TreeSet<>(node.needs()), node.onRemove(), node.onReplace(), metadata);
        }

        /// The id of the resource, if the template says it. What is replaced keeps it.
        public Optional<String> address() {
            return Optional.ofNullable(metadata.path(ADDRESS).stringValue(null));
        }
    }

    /// What is told of it.
    ///
    /// @param status a word such as `CREATE_COMPLETE`; empty if nothing was done yet
    public record Report(String status, String reason, Instant at) {}

    /// What the operation of the stack does with it.
    public record Work(Verb verb, Progress progress, Optional<OperationId> operation) {
        public static final Work NONE = new Work(Verb.NONE, Progress.DONE, Optional.empty());

        public static Work due(Verb verb) {
            return new Work(verb, Progress.TO_DO, Optional.empty());
        }

        public Work running(OperationId by) {
            return new Work(verb, Progress.RUNNING, Optional.of(by));
        }

        /// It goes on, and no operation does it.
        public Work waiting() {
            return new Work(verb, Progress.RUNNING, Optional.empty());
        }

        public Work ended(Progress how) {
            return new Work(verb, how, operation);
        }

        public boolean is(Progress asked) {
            return progress == asked;
        }
    }

    /// What is done with a node.
    public enum Verb {
        /// Nothing, or that is not known yet.
        NONE,
        CREATE,
        /// What is there already is taken over.
        IMPORT,
        UPDATE,
        /// Another resource takes its place.
        REPLACE,
        /// It is brought back to what it was.
        RESTORE,
        /// What is present is deleted.
        DELETE,
        /// What is there besides is deleted.
        DISCARD,
        /// Of a stack, which is as it is to be: what its change has left to be cleaned is.
        SETTLE
    }

    /// How far that has come.
    public enum Progress {
        TO_DO,
        RUNNING,
        DONE,
        FAILED
    }

    public StackNode with(Work next) {
        return new StackNode(stack, key, position, present, report, next, other);
    }

    public StackNode with(Subject next) {
        return new StackNode(stack, key, position, next, report, work, other);
    }

    public StackNode beside(Optional<Subject> another) {
        return new StackNode(stack, key, position, present, report, work, another);
    }

    public StackNode told(Report next) {
        return new StackNode(stack, key, position, present, next, work, other);
    }

    public StackNode placed(int next) {
        return new StackNode(stack, key, next, present, report, work, other);
    }

    /// The same as a row of its own, under a key that no template has: what the node had before, and has to
    /// go.
    public StackNode leftover(Subject goner) {
        return new StackNode(
                stack, key + LEFT + goner.generation(), position, goner, report, Work.NONE, Optional.empty());
    }

    /// Whether this is nothing of the template, but what a node of it has left. Keys that are addresses have more than
    /// one slash.
    public boolean isLeftover() {
        int at = key.indexOf(LEFT);
        return at >= 0 && at == key.lastIndexOf(LEFT);
    }

    /// The key by which the template calls it, or what it has left.
    public String name() {
        return isLeftover() ? key.substring(0, key.indexOf(LEFT)) : key;
    }

    /// Another resource than the present one that the node had before.
    public Optional<Subject> replaced() {
        return other.filter(before -> before.physical().isPresent() && before.generation() != present.generation());
    }

    /// Whether an operation that may still be undone has taken over what is present.
    public boolean isNewlyImported() {
        return isThere()
                && present.imported()
                && other.filter(before -> before.physical().isEmpty()).isPresent();
    }

    /// Whether there is a resource.
    public boolean isThere() {
        return present.physical().isPresent() && !isGone();
    }

    /// Whether it was deleted.
    public boolean isGone() {
        return work.verb() == Verb.DELETE && work.is(Progress.DONE);
    }
}
