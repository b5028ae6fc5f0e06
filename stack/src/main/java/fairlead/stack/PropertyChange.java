package fairlead.stack;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What becomes of one property of a node.
///
/// @param name of the property, at the top of the model
/// @param path of what differs, as a JSON pointer in the model, `/Size` for example
/// @param before what was asked for; empty if nothing was
/// @param after what is asked for; empty if nothing is, or if that is not known
/// @param known whether it is known what is asked for: what depends on other nodes is known when these are done
/// @param replaces what the change of this property does to the resource
/// @param causes of which nodes it is made, as `Disk` or `Disk.Name`
/// @param inputs of which parameters it is made
/// @param secret whether the values must not be shown
public record PropertyChange(
        String name,
        String path,
        Optional<JsonNode> before,
        Optional<JsonNode> after,
        boolean known,
        Replacement replaces,
        List<String> causes,
        Set<String> inputs,
        boolean secret) {

    public PropertyChange {
        causes = List.copyOf(causes);
        inputs = Set.copyOf(inputs);
    }
}
