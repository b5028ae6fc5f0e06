package fairlead.cloudformation.parameter;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A parameter with its value.
///
/// @param given what was given for it, or its default: for the record alone, never to be shown if [#noEcho]
/// @param resolved what a store has under the name that was given
/// @param value what a reference to it comes to, a text or a list of texts
public record ResolvedParameter(
        String name, String given, Optional<String> resolved, JsonNode value, boolean noEcho, boolean usesDefault) {

    /// What is shown in the place of a value that is never shown.
    public static final String MASK = "****";

    /// What was given, or [#MASK].
    public String shown() {
        return noEcho ? MASK : given;
    }

    /// What a store has, or [#MASK].
    public Optional<String> shownResolved() {
        return noEcho ? resolved.map(_ -> MASK) : resolved;
    }

    @Override
    public String toString() {
        return name + "=" + shown();
    }
}
