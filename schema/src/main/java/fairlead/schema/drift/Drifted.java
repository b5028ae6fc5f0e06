package fairlead.schema.drift;

import fairlead.schema.diff.Effect;
import fairlead.schema.diff.Pointer;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A property that is not as it should be.
///
/// @param pointer where it is in the desired model, or in the one last applied if it should be gone
/// @param desired empty if it should be gone
/// @param actual empty if it is missing
/// @param effect what it does to the resource to set it right
public record Drifted(
        Pointer pointer, Kind kind, Optional<JsonNode> desired, Optional<JsonNode> actual, Effect effect) {

    public enum Kind {
        /// It has another value.
        CHANGED,
        /// It has none.
        MISSING,
        /// It is no longer asked for and still has the value that was applied once.
        LEFT_OVER
    }
}
