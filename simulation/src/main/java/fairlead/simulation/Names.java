package fairlead.simulation;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The additional identifiers of a model as texts, each with the number of its identifier in the schema: `0 ["a"]`.
final class Names {

    private final List<List<PropertyPath>> identifiers;

    Names(ResourceSchema schema) {
        identifiers = schema.additionalIdentifiers();
    }

    /// Those of which the model has every part.
    List<String> of(ObjectNode model) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < identifiers.size(); i++) {
            List<String> parts = new ArrayList<>();
            for (PropertyPath path : identifiers.get(i)) {
                Optional<JsonNode> value = path.hasWildcard() ? Optional.empty() : path.value(model);
                value.filter(node -> !node.isNull()).ifPresent(node -> parts.add(node.toString()));
            }
            if (!parts.isEmpty() && parts.size() == identifiers.get(i).size()) {
                names.add(i + " " + parts);
            }
        }
        return names;
    }

    /// The name without its number.
    static String shown(String name) {
        return name.substring(name.indexOf(' ') + 1);
    }
}
