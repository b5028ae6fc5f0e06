package fairlead.armtemplate;

import fairlead.stack.document.Document;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What a template comes to.
///
/// @param document what is to be there; the values of the outputs are in it, too
/// @param parameters as a deployment shows them, by their names in the template
/// @param outputs the types of the outputs, by their names
/// @param templateHash the hash of the template, as a decimal number
/// @param nested what the templates of nested deployments come to, by the keys of their nodes: of those
///     whose parameters and template are known
/// @param symbols the keys of the nodes that the template names by a symbol
public record Compiled(
        Document document,
        SequencedMap<String, Parameter> parameters,
        SequencedMap<String, Result> outputs,
        String templateHash,
        SequencedMap<String, Compiled> nested,
        Set<String> symbols) {

    public Compiled {
        parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
        outputs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outputs));
        nested = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(nested));
        symbols = Set.copyOf(symbols);
    }

    /// A parameter as a deployment shows it.
    ///
    /// @param type such as `SecureString`
    /// @param value empty if it must not be shown
    public record Parameter(String type, Optional<JsonNode> value) {}

    /// The type of an output.
    ///
    /// @param secure whether its value must not be shown
    public record Result(String type, boolean secure) {}
}
