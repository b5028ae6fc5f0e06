package fairlead.armtemplate;

import fairlead.armtemplate.source.SourceText;
import fairlead.stack.document.EvaluationException;
import tools.jackson.databind.JsonNode;

/// Reads templates that others link to.
public interface LinkedTemplates {

    /// A template.
    ///
    /// @param template its text
    /// @param link what `deployment().properties.templateLink` of the linked template shows
    record Linked(SourceText template, JsonNode link) {}

    /// @param templateLink what the deployment says of it: uri, relativePath, contentVersion...
    /// @param parent the link of the template that links, or null as JSON
    /// @throws EvaluationException if there is no such template, or it must not be read
    Linked read(JsonNode templateLink, JsonNode parent);

    /// Nothing can be linked to.
    static LinkedTemplates none() {
        return (link, _) -> {
            throw new EvaluationException("Unable to download deployment content from '" + link
                    + "': this server reads no linked templates.");
        };
    }
}
