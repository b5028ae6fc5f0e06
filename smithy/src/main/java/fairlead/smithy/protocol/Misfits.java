package fairlead.smithy.protocol;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import software.amazon.smithy.model.shapes.MemberShape;
import tools.jackson.databind.JsonNode;

/// What becomes of an answer that is not what the model says.
///
/// @param corrects whether values are made up for what a service leaves out though the model requires it
/// @param told of each member that was left out since its value is none of its type; empty if the answer is refused
record Misfits(boolean corrects, Optional<Consumer<String>> told) {

    /// The answer is refused.
    static Misfits refused(boolean corrects) {
        return new Misfits(corrects, Optional.empty());
    }

    /// The rest of the answer counts.
    static Misfits leftOut(Consumer<String> told) {
        return new Misfits(false, Optional.of(told));
    }

    /// The value, unless it is malformed and may be left out. What is told has no values in it.
    Optional<JsonNode> unless(MemberShape member, Supplier<JsonNode> value) {
        try {
            return Optional.of(value.get());
        } catch (MalformedAnswer malformed) {
            told.orElseThrow(() -> malformed)
                    .accept("The service's " + member.getId() + " is none of its type in the model, and is left out.");
            return Optional.empty();
        }
    }
}
