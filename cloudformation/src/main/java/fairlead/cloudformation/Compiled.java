package fairlead.cloudformation;

import fairlead.cloudformation.parameter.ResolvedParameter;
import fairlead.cloudformation.resource.GeneratedName;
import fairlead.stack.document.Document;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// A template with its inputs.
///
/// @param document what it wants; values in it have the types that the schemas ask for, those that depend on resources
///     once they are evaluated
/// @param parameters all that the template declares, with their values
/// @param conditions whether each condition holds
/// @param imports the names of the exports that it uses
/// @param generatedNames what was chosen for resources that the template does not name
/// @param processed the template as JSON with its loops unfolded; as it was given if it declares no transform
public record Compiled(
        Document document,
        SequencedMap<String, ResolvedParameter> parameters,
        SequencedMap<String, Boolean> conditions,
        SequencedSet<String> imports,
        List<GeneratedName> generatedNames,
        String processed) {

    public Compiled {
        parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
        conditions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(conditions));
        imports = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(imports));
        generatedNames = List.copyOf(generatedNames);
    }
}
