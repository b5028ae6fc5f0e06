package fairlead.server.stack.template;

import fairlead.schema.ResourceSchema;
import fairlead.server.stack.record.StackPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import tools.jackson.databind.node.ObjectNode;

/// What a template language is asked for so that its templates can be the handlers of types. Pure.
public interface TypeTemplates {

    /// By which stacks keep the language, see [TemplateLanguage#name].
    String language();

    /// The language's document of a stack that a resource is made of.
    ///
    /// @param model the properties of the resource, those that are only written included
    /// @param present that of the stack as it is: values that are only written are kept where they are not given
    ///     again
    ObjectNode content(
            StackPlace place,
            String template,
            ObjectNode model,
            Map<String, String> tags,
            Optional<ObjectNode> present);

    /// The properties that show what a stack is made by, without those that are only written and without its outputs.
    ObjectNode model(ObjectNode content);

    /// Where a schema does not say what the template takes and tells; an [InvalidTemplate] if the template can't be
    /// read.
    List<Misfit> misfits(String template, ResourceSchema schema);

    /// The types of its resources, in the order of their first use; none if it can't be read.
    SequencedSet<String> uses(String template);

    /// What does not fit.
    ///
    /// @param pointer into the schema
    record Misfit(String message, String pointer) {}
}
