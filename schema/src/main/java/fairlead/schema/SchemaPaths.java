package fairlead.schema;

import fairlead.schema.draft07.Place;
import fairlead.schema.text.PointerSteps;
import fairlead.schema.text.Spelling;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Follows a property path through the schema rather than through a model, and finds the one that was meant.
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

    /// What to add to a message about that path: a question, or nothing if no property is close.
    static String hint(Place root, String text) {
        return Spelling.hint(new Meant(root).find(text).filter(path -> !path.equals(text)));
    }

    /// The same of a place in a model, which is written without `/properties`.
    static String modelHint(Place root, String text) {
        return Spelling.hint(new Meant(root)
                .find(text)
                .map(path -> path.substring(Meant.ROOT.length() - 1))
                .filter(place -> !place.equals(text)));
    }

    /// Finds the property that a path to nothing was meant for: misspelt names, keywords between them, no
    /// `/properties/` before them, no `*` for the items of a list.
    private static final class Meant {

        private static final String ROOT = "/properties/";

        private final Place root;
        private final List<String> steps = new ArrayList<>();

        private Meant(Place root) {
            this.root = root;
        }

        private Optional<String> find(String text) {
            String plain = text.startsWith("#") ? text.substring(1) : text;
            String names = plain.startsWith("/") ? plain.substring(1) : plain;
            String below = names.startsWith("properties/") ? names.substring("properties/".length()) : names;
            Place place = root;
            for (String step : below.split("/", -1)) {
                Optional<Place> next = step(place, PointerSteps.unescape(step));
                if (next.isEmpty()) {
                    return Optional.empty();
                }
                place = next.get();
            }
            return steps.isEmpty() ? Optional.empty() : Optional.of(ROOT + String.join("/", steps));
        }

        private Optional<Place> step(Place place, String step) {
            if (step.equals("*") || (step.equals("items") && !place.names().contains(step))) {
                return take("*", place.any());
            }
            if (step.equals("properties") && !place.names().contains(step)) {
                return Optional.of(place);
            }
            Optional<Place> here = named(place, step);
            return here.isPresent()
                    ? here
                    : place.any().filter(item -> knows(item, step)).flatMap(item -> {
                        steps.add("*");
                        return named(item, step);
                    });
        }

        private static boolean knows(Place place, String step) {
            return place.property(step).isPresent()
                    || Spelling.nearest(step, place.names()).isPresent();
        }

        /// The property of that name, or else of the name that is close.
        private Optional<Place> named(Place place, String step) {
            String name = place.property(step).isPresent()
                    ? step
                    : Spelling.nearest(step, place.names()).orElse(step);
            return place.property(name).isPresent() ? take(name, place.property(name)) : Optional.empty();
        }

        private Optional<Place> take(String step, Optional<Place> place) {
            steps.add(PointerSteps.escape(step));
            return place;
        }
    }
}
