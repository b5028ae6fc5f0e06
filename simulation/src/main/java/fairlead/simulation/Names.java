package fairlead.simulation;

import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The additional identifiers of a model as texts, each with the number of its identifier in the schema: `0 ["a"]`.
///
/// Of one that has a write-only part, only a digest is kept.
final class Names {

    private final ResourceSchema schema;
    private final List<List<PropertyPath>> identifiers;

    Names(ResourceSchema schema) {
        this.schema = schema;
        identifiers = schema.additionalIdentifiers();
    }

    /// Those of a resource.
    ///
    /// @param desired what was asked for, write-only properties included
    List<String> of(ObjectNode model, ObjectNode desired) {
        return of(schema.overlay(model, schema.onlyWriteOnly(desired)));
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
                names.add(i + " "
                        + (isSecret(identifiers.get(i))
                                ? Seed.of("" + i, "", "" + parts, 0).hex()
                                : parts));
            }
        }
        return names;
    }

    private boolean isSecret(List<PropertyPath> paths) {
        return paths.stream()
                .anyMatch(path -> schema.writeOnly().stream().anyMatch(secret -> secret.touches(path.steps())));
    }

    /// The name without its number.
    static String shown(String name) {
        return name.substring(name.indexOf(' ') + 1);
    }
}
