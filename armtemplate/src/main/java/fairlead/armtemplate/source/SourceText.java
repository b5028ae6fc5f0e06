package fairlead.armtemplate.source;

import fairlead.schema.source.Position;
import fairlead.schema.text.PointerSteps;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A document that was read, or a part of one, with the places of all that is in it.
///
/// @param root the value
/// @param pointer where it stands in the whole document
public record SourceText(JsonNode root, String pointer, Spot spot) {

    /// The place of what a JSON pointer names, counted from the root of this text; of the nearest thing
    /// around it if there is no such thing. The place of a member is that of its name.
    public Position at(String below) {
        Spot found = spot;
        for (String step : PointerSteps.split(below)) {
            Spot next = found.part(step);
            if (next == null) {
                break;
            }
            found = next;
        }
        return found.at();
    }

    /// A part of this text as a text of its own, which knows where it stands.
    ///
    /// @param below the part, as a JSON pointer; it has to be there
    public SourceText part(String below) {
        JsonNode value = root.at(below);
        if (value.isMissingNode()) {
            throw new IllegalArgumentException("no " + below);
        }
        Spot found = spot;
        for (String step : PointerSteps.split(below)) {
            Spot next = found.part(step);
            if (next != null) {
                found = next;
            }
        }
        return new SourceText(value, pointer + below, found);
    }

    /// A value that was never written: all of it is where something else stands.
    public static SourceText of(JsonNode root, String pointer, Position position) {
        return new SourceText(root, pointer, new Spot(position));
    }

    /// A value that was read elsewhere, so that nothing has a place.
    public static SourceText of(JsonNode root) {
        return of(root, "", Position.START);
    }

    /// The place of a value, and of its parts.
    public static final class Spot {

        private final Position at;
        private @Nullable Map<String, Spot> parts;

        Spot(Position at) {
            this.at = at;
        }

        Position at() {
            return at;
        }

        void put(String step, Spot part) {
            if (parts == null) {
                parts = new HashMap<>();
            }
            parts.put(step, part);
        }

        @Nullable
        Spot part(String step) {
            return parts == null ? null : parts.get(step);
        }
    }
}
