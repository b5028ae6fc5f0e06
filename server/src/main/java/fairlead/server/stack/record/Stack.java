package fairlead.server.stack.record;

import fairlead.server.operation.OperationId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A stack as it is recorded.
///
/// @param language by which its template is read, see [TemplateLanguage#name]
/// @param documents what it is made by
public record Stack(
        UUID id,
        StackPlace place,
        String name,
        String language,
        Condition condition,
        Documents documents,
        Times times) {

    /// The type of stacks, as permissions and operations call it.
    public static final String TYPE = "Fairlead.Control/stacks";

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
    /// @param content what was applied last: the language's own document, with the template and its parameters
    /// @param pending what the operation under way applies; empty if that is not known or there is none
    /// @param outputs what the stack has for others: JSON objects by their names, see [StackOutputs]
    public record Documents(ObjectNode content, ObjectNode pending, ObjectNode outputs) {

        /// Of a stack that has nothing yet.
        public static final Documents NONE = new Documents(
                JsonNodeFactory.instance.objectNode(),
                JsonNodeFactory.instance.objectNode(),
                JsonNodeFactory.instance.objectNode());
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
        return documents.outputs();
    }

    public StackStatus status() {
        return condition.status();
    }

    /// Its address, by which permissions and operations name it.
    public String path() {
        return place.scope(name);
    }

    /// The same, made by other documents.
    public Stack by(Documents others) {
        return new Stack(id, place, name, language, condition, others, times);
    }

    public Stack with(Condition next) {
        return new Stack(id, place, name, language, next, documents, times);
    }

    public Stack pending(ObjectNode next) {
        return by(new Documents(content(), next, outputs()));
    }

    /// The same where the language keeps something else of it.
    public Stack containing(ObjectNode other) {
        return by(new Documents(other, pending(), outputs()));
    }

    /// The same with what was pending applied.
    public Stack applied(ObjectNode next) {
        ObjectNode nothing = next.objectNode();
        return with(condition.applied()).by(new Documents(pending(), nothing, next));
    }

    /// The same where what was pending is given up.
    public Stack abandoned() {
        return by(new Documents(content(), content().objectNode(), outputs()));
    }

    /// The same with another id.
    public Stack called(UUID other) {
        return new Stack(other, place, name, language, condition, documents, times);
    }

    public Stack at(Times next) {
        return new Stack(id, place, name, language, condition, documents, next);
    }
}
