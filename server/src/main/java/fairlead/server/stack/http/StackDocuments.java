package fairlead.server.stack.http;

import fairlead.server.stack.record.StackPlace;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Makes of what callers give the document that a template language keeps of a stack, and shows such documents.
public interface StackDocuments {

    /// The name of the language, as [fairlead.server.stack.TemplateLanguage#name] has it.
    String language();

    /// What a caller gives.
    ///
    /// @param template its text
    /// @param parameters all that are to have another value than their default
    /// @param endpoint where the server is reached
    record Given(
            StackPlace place,
            String template,
            Map<String, String> parameters,
            Map<String, String> tags,
            String endpoint) {}

    /// The language's document; a [fairlead.server.stack.InvalidTemplate] if the template can't be read.
    ///
    /// @param present that of the stack that is to be changed
    ObjectNode of(Given given, Optional<ObjectNode> present);

    /// Why a stack can't be changed here; empty if it can.
    ///
    /// @param present its document
    Optional<String> refusal(ObjectNode present);

    /// `description`, `parameters` and `tags` as they may be shown, without secrets.
    ObjectNode shown(ObjectNode content);
}
