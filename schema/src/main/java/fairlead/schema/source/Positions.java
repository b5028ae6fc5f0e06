package fairlead.schema.source;

import fairlead.schema.text.PointerSteps;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where each part of a document is in its text. The place of a member is that of its name.
public final class Positions {

    private final Spot root;

    Positions(Spot root) {
        this.root = root;
    }

    /// The place of what a JSON pointer names, or of the nearest thing around it if there is no such thing.
    public Position of(String pointer) {
        Spot spot = root;
        for (String step : PointerSteps.split(pointer)) {
            Spot next = spot.part(step);
            if (next == null) {
                break;
            }
            spot = next;
        }
        return spot.at;
    }

    /// A part of a document: its place, and its own parts by name or index.
    static final class Spot {

        private final Position at;
        private final Map<String, Spot> parts;

        Spot(Position at) {
            this(at, new LinkedHashMap<>(0));
        }

        private Spot(Position at, Map<String, Spot> parts) {
            this.at = at;
            this.parts = parts;
        }

        Position at() {
            return at;
        }

        void put(String step, Spot part) {
            parts.put(step, part);
        }

        /// The same parts elsewhere.
        Spot movedTo(Position place) {
            return new Spot(place, parts);
        }

        int size() {
            return parts.size();
        }

        @org.jspecify.annotations.Nullable
        Spot part(String step) {
            return parts.get(step);
        }
    }
}
