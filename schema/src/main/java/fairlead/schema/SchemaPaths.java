package fairlead.schema;

import fairlead.schema.draft07.Place;
import java.util.Optional;

/// Follows a property path through the schema rather than through a model.
final class SchemaPaths {

    private SchemaPaths() {}

    /// The place that a path names; empty if the schema has no such property.
    static Optional<Place> place(Place root, PropertyPath path) {
        Optional<Place> place = Optional.of(root);
        for (String step : path.steps()) {
            place = place.flatMap(p -> step.equals("*") ? p.any() : p.property(step));
        }
        return place;
    }

    /// The place of a pointer into a model, whose numbers are the indexes of lists.
    static Optional<Place> placeOf(Place root, Iterable<String> steps) {
        Optional<Place> place = Optional.of(root);
        for (String step : steps) {
            place = place.flatMap(p -> p.property(step).or(p::item));
        }
        return place;
    }
}
