package fairlead.schema.text;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// Finds the place of a document that a pointer to nothing was meant for.
public final class NearestPointer {

    private NearestPointer() {}

    /// The pointer with each name that is not there exchanged for the one that is closest; empty if there is none.
    public static Optional<String> of(JsonNode document, String pointer) {
        StringBuilder nearest = new StringBuilder();
        JsonNode node = document;
        for (String step : PointerSteps.split(pointer)) {
            Optional<String> name = node.has(step)
                    ? Optional.of(step)
                    : Spelling.nearest(step, node.propertyNames().stream().toList());
            if (name.isEmpty()) {
                return Optional.empty();
            }
            nearest.append('/').append(PointerSteps.escape(name.get()));
            node = node.path(name.get());
        }
        return Optional.of(nearest.toString()).filter(found -> !found.equals(pointer) && !found.isEmpty());
    }
}
