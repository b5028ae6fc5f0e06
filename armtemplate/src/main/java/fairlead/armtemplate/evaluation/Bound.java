package fairlead.armtemplate.evaluation;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/// The value of a name.
///
/// @param secret whether it is, or is made of, something that nothing may show
/// @param inputs the names of the parameters that it is made of
public record Bound(JsonNode value, boolean secret, Set<String> inputs) {
    public Bound {
        inputs = Set.copyOf(inputs);
    }
}
