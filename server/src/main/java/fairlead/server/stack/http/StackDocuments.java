package fairlead.server.stack.http;

import fairlead.server.stack.record.StackNode;
import fairlead.server.stack.record.StackPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Makes of what callers give the document that a template language keeps of a stack, and shows such documents.
public interface StackDocuments {

    /// The name of the language, as [fairlead.server.stack.template.TemplateLanguage#name] has it.
    String language();

    /// What a caller gives.
    ///
    /// @param template its text
    /// @param parameters all that are to have another value than their default
    /// @param prune whether resources are deleted that the template no longer has, of a language that keeps them
    /// otherwise
    /// @param endpoint where the server is reached
    record Given(
            StackPlace place,
            String template,
            Map<String, String> parameters,
            Map<String, String> tags,
            boolean prune,
            String endpoint) {}

    /// What there is of a stack that is to be changed.
    ///
    /// @param content the language's document
    /// @param nodes those whose resources are there
    record Present(ObjectNode content, List<StackNode> nodes) {}

    /// The language's document; a [fairlead.server.stack.template.InvalidTemplate] if the template can't be read.
    ObjectNode of(Given given, Optional<Present> present);

    /// Whether stacks of the language are sets: they can adopt resources, and keep those that their templates no longer
    /// have until they are pruned.
    default boolean areSets() {
        return false;
    }

    /// The keys of what a stack keeps though its template no longer has it.
    default Set<String> kept(ObjectNode content) {
        return Set.of();
    }

    /// The place in a resource of what a node wants, as the template has it.
    ///
    /// @param path a JSON pointer among what the node wants
    default String pointer(String path) {
        return path;
    }

    /// Why a stack can't be changed here; empty if it can.
    ///
    /// @param present its document
    Optional<String> refusal(ObjectNode present);

    /// `description`, `parameters` and `tags` as they may be shown, without secrets.
    ObjectNode shown(ObjectNode content);
}
