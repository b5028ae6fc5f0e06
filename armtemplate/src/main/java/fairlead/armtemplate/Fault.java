package fairlead.armtemplate;

import fairlead.schema.source.Position;
import fairlead.schema.text.PointerSteps;

/// Something wrong with a template, with the values that it was given, or with both together.
///
/// @param code by which clients tell faults apart, `InvalidTemplate`
/// @param message what was expected and what was found, without the sentence around it that [#text] has
/// @param pointer where it is in the document that was read, as a JSON pointer
public record Fault(String code, String message, String pointer, Position position) {

    /// The code of most faults.
    public static final String INVALID_TEMPLATE = "InvalidTemplate";

    /// The message as an answer has it.
    public String text() {
        return code.equals(INVALID_TEMPLATE) ? "Deployment template validation failed: '" + message + "'." : message;
    }

    /// Where it is, as `resources[0].properties.size`.
    public String path() {
        StringBuilder path = new StringBuilder();
        for (String step : PointerSteps.split(pointer)) {
            if (step.matches("[0-9]+")) {
                path.append('[').append(step).append(']');
            } else if (step.matches("[A-Za-z0-9_$-]+")) {
                path.append(path.isEmpty() ? "" : ".").append(step);
            } else {
                path.append("['").append(step.replace("'", "\\'")).append("']");
            }
        }
        return path.toString();
    }
}
