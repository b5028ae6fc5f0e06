package fairlead.server.stack.record;

import fairlead.server.operation.OperationId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A stack as it is recorded.
///
/// @param origin where its template comes from
/// @param documents what it is made by
public record Stack(
        UUID id, StackPlace place, String name, Origin origin, Condition condition, Documents documents, Times times) {

    /// The type of stacks, as permissions and operations call it.
    public static final String TYPE = "Fairlead.Control/stacks";

    /// Where the template of a stack comes from.
    ///
    /// @param language by which it is read, see [TemplateLanguage#name]
    /// @param nesting the stack that this one is a node of; empty if a request has made it
    /// @param owner the resource that this one is what it is made of; empty if a request has made it
    public record Origin(String language, Optional<Nesting> nesting, Optional<Owner> owner) {

        /// Of a stack that is no node of another one.
        public static Origin of(String language) {
            return new Origin(language, Optional.empty(), Optional.empty());
        }

        /// Of a stack that a resource is made of.
        public static Origin of(String language, Owner owner) {
            return new Origin(language, Optional.empty(), Optional.of(owner));
        }
    }

    /// A resource whose type has a template for its handler.
    ///
    /// @param type its name
    /// @param resource the id of the resource
    public record Owner(String type, String resource) {}

    /// What a stack is a node of.
    ///
    /// @param parent the stack of which it is a node
    /// @param root the one at the head: no node of another one
    /// @param node the key of the node
    /// @param depth 2 for a node of the one at the head, and one more for each further stack in between
    public record Nesting(UUID parent, UUID root, String node, int depth) {}

    /// How it is.
    ///
    /// @param version counts what was applied: what was planned on another version is obsolete
    /// @param operation the one that is running, or the last one
    /// @param isProtected whether it may not be deleted
    /// @param cancelling whether the operation under way is to be undone
    public record Condition(
            StackStatus status,
            String reason,
            long version,
            Optional<OperationId> operation,
            boolean isProtected,
            boolean cancelling) {

        public Condition in(StackStatus next, String why) {
            return new Condition(next, why, version, operation, isProtected, cancelling);
        }

        public Condition by(OperationId next) {
            return new Condition(status, reason, version, Optional.of(next), isProtected, false);
        }

        public Condition applied() {
            return new Condition(status, reason, version + 1, operation, isProtected, cancelling);
        }

        public Condition guarded(boolean on) {
            return new Condition(status, reason, version, operation, on, cancelling);
        }
    }

    /// What a stack is made by.
    ///
    /// @param content what was applied last: the language's own document, with the template and its
    ///     parameters
    /// @param pending what the operation under way applies; empty if that is not known or there is none
    /// @param outputs what the stack has for others: JSON objects by their names, see [StackOutputs]
    /// @param prepared those that what is pending has come to, until the stack that this one is a node of
    ///     settles it
    public record Documents(ObjectNode content, ObjectNode pending, ObjectNode outputs, Optional<ObjectNode> prepared) {

        /// Of a stack that has nothing yet.
        public static final Documents NONE = new Documents(
                JsonNodeFactory.instance.objectNode(),
                JsonNodeFactory.instance.objectNode(),
                JsonNodeFactory.instance.objectNode(),
                Optional.empty());
    }

    /// When things happened to it.
    public record Times(Instant created, Optional<Instant> updated, Optional<Instant> deleted) {}

    public ObjectNode content() {
        return documents.content();
    }

    public ObjectNode pending() {
        return documents.pending();
    }

    public ObjectNode outputs() {
        return documents.prepared().orElse(documents.outputs());
    }

    public String language() {
        return origin.language();
    }

    /// The stack that this one is a node of.
    public Optional<Nesting> nesting() {
        return origin.nesting();
    }

    /// The resource that this one is what it is made of.
    public Optional<Owner> owner() {
        return origin.owner();
    }

    public StackStatus status() {
        return condition.status();
    }

    /// Whether no operation works on it though it is in progress: the stack that it is a node of has yet to
    /// say whether its change stays.
    public boolean awaits() {
        boolean changed = status() == StackStatus.UPDATE_COMPLETE_CLEANUP_IN_PROGRESS
                || status() == StackStatus.UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS;
        return changed && documents.prepared().isPresent();
    }

    /// Its address, by which permissions and operations name it.
    public String path() {
        return place.scope(name);
    }

    /// The same, made by other documents.
    public Stack by(Documents others) {
        return new Stack(id, place, name, origin, condition, others, times);
    }

    public Stack with(Condition next) {
        return new Stack(id, place, name, origin, next, documents, times);
    }

    public Stack pending(ObjectNode next) {
        return by(new Documents(content(), next, documents.outputs(), documents.prepared()));
    }

    /// The same where the language keeps something else of it.
    public Stack containing(ObjectNode other) {
        return by(new Documents(other, pending(), documents.outputs(), documents.prepared()));
    }

    /// The same with what was pending applied.
    public Stack applied(ObjectNode next) {
        ObjectNode nothing = next.objectNode();
        return with(condition.applied()).by(new Documents(pending(), nothing, next, Optional.empty()));
    }

    /// The same where what is pending has come to these outputs, and may still be undone.
    public Stack prepared(ObjectNode next) {
        return by(new Documents(content(), pending(), documents.outputs(), Optional.of(next)));
    }

    /// The same where what was pending is given up.
    public Stack abandoned() {
        return by(new Documents(content(), content().objectNode(), documents.outputs(), Optional.empty()));
    }

    /// The same with another id.
    public Stack called(UUID other) {
        return new Stack(other, place, name, origin, condition, documents, times);
    }

    public Stack at(Times next) {
        return new Stack(id, place, name, origin, condition, documents, next);
    }
}
