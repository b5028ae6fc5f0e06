package fairlead.server.stack.template;

import fairlead.server.stack.record.StackPlace;
import fairlead.stack.document.Document;
import fairlead.stack.document.TypeCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A language in which templates are written. Pure: the same source gives an equal document, so that a
/// template is compiled again where it is needed.
public interface TemplateLanguage {

    /// By which stacks keep it, `cloudformation` for example.
    String name();

    /// What a template says; a problem with everything that is wrong if it can't be read, or does not fit its
    /// parameters.
    Compiled compile(Source source);

    /// By which a stack goes in the stack that it is a node of: ends with `/` and its id.
    ///
    /// @param content of the stack
    default String identifier(StackPlace place, String name, UUID id, ObjectNode content) {
        return place.scope(name) + "/" + id;
    }

    /// What a stack is made by that is a node of another one; a problem if the node does not say it.
    ///
    /// @param content of that other one
    /// @param desired the properties of the node
    default ObjectNode nested(StackPlace place, ObjectNode content, ObjectNode desired) {
        String message = "Templates of the language '" + name() + "' can't have stacks in them.";
        throw new InvalidTemplate(message, List.of(message));
    }

    /// How long a stack may take to be made that is a node of another one; empty if its node does not say it.
    ///
    /// @param desired the properties of the node
    default Optional<Duration> limit(ObjectNode desired) {
        return Optional.empty();
    }

    /// An address at which signals for a node are received; ends with the secret. A problem if it is not known where
    /// the server is reached.
    ///
    /// @param generation how often the node was replaced
    default String signalAddress(Source source, String key, int generation, String secret) {
        throw new IllegalStateException("templates of the language '" + name() + "' have no addresses for signals");
    }

    /// An address at which the answer to a request for a custom resource is received. A problem if it is not known
    /// where
    /// the server is reached.
    default String answerAddress(Source source, String request, String secret) {
        throw new IllegalStateException("templates of the language '" + name() + "' have no custom resources");
    }

    /// What an update may not change.
    ///
    /// @param before what the stack is made by
    /// @param content what it is to be made by
    default UpdateRules rules(ObjectNode before, ObjectNode content) {
        return UpdateRules.NONE;
    }

    /// What a stack is made by that is updated: what other requests have said of it stays.
    ///
    /// @param before what it is made by now
    /// @param content what the update has
    default ObjectNode continued(ObjectNode before, ObjectNode content) {
        return content;
    }

    /// Whether templates say at which addresses their resources are: then the server compares them with what is there,
    /// be it made or changed by other callers.
    default boolean hasAddresses() {
        return false;
    }

    /// Whether a stack may be given another template though its last operation was undone, or could not be.
    default boolean goesOn() {
        return false;
    }

    /// The keys of what a stack keeps though its template no longer has it.
    default Set<String> kept(ObjectNode content) {
        return Set.of();
    }

    /// What is kept of a stack that has taken resources in, before anything else is done.
    ///
    /// @param present what is kept of it; empty of a stack that has nothing yet
    /// @param wanted what it is to be
    /// @param taken what was asked for of the resources, by the keys of their nodes
    default ObjectNode adopting(ObjectNode present, ObjectNode wanted, Map<String, ObjectNode> taken) {
        throw new IllegalStateException("templates of the language '" + name() + "' have no addresses");
    }

    /// What a template is compiled with.
    ///
    /// @param content the language's own document: the template, its parameters, and what else the request
    ///     has
    /// @param exports what other stacks of the place have for it, by name
    /// @param generation how often a node was replaced: names that are generated differ by it
    record Source(
            UUID stack,
            String name,
            StackPlace place,
            ObjectNode content,
            TypeCatalog types,
            Function<String, Optional<JsonNode>> exports,
            Function<String, Integer> generation) {

        /// The same where a node has been replaced so often.
        Source replacing(String key, int times) {
            Function<String, Integer> others = generation;
            return new Source(
                    stack, name, place, content, types, exports, node -> node.equals(key) ? times : others.apply(node));
        }
    }

    /// What a template says.
    ///
    /// @param imports names of exports of other stacks that it uses
    /// @param aside what else counts when it is asked whether a stack would change: tags, a description
    record Compiled(Document document, List<String> imports, ObjectNode aside) {}
}
