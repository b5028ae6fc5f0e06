package fairlead.server.drift;

import fairlead.schema.diff.Effect;
import fairlead.schema.diff.Operation;
import fairlead.schema.diff.Pointer;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A property whose value is not the desired one.
///
/// @param pointer where it is among the properties
/// @param desired empty if it should be gone
/// @param known as it was after the last change that came through here; empty if it was not there
/// @param actual empty if it is missing
/// @param effect what it does to the resource to set it right
public record Difference(
        Pointer pointer,
        Optional<JsonNode> desired,
        Optional<JsonNode> known,
        Optional<JsonNode> actual,
        Effect effect) {

    /// What CloudFormation calls it: `ADD`, `REMOVE` or `NOT_EQUAL`.
    public String type() {
        if (desired.isEmpty()) {
            return "ADD";
        }
        return actual.isEmpty() ? "REMOVE" : "NOT_EQUAL";
    }

    /// What sets it right, as RFC 6902 has it.
    public Operation operation() {
        return desired.<Operation>map(value ->
                        actual.isPresent() ? new Operation.Replace(pointer, value) : new Operation.Add(pointer, value))
                .orElseGet(() -> new Operation.Remove(pointer));
    }

    /// In words for people.
    public String sentence() {
        String place = pointer.toString();
        if (desired.isEmpty()) {
            return place + " is " + actual.orElseThrow() + " and should not be there";
        }
        return actual.map(value -> place + " is " + value + " and should be " + desired.get())
                .orElseGet(() -> place + " is missing and should be " + desired.get());
    }
}
