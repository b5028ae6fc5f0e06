package fairlead.cloudformation.parameter;

import fairlead.cloudformation.source.Place;
import java.util.List;
import java.util.Optional;

/// A parameter that a template declares.
///
/// @param defaultValue as a text; a list has commas
/// @param noEcho whether its value is never shown
/// @param description empty if there is none
/// @param place where it is declared
public record Parameter(
        String name,
        ParameterType type,
        Optional<String> defaultValue,
        boolean noEcho,
        Optional<String> description,
        Constraints constraints,
        Place place) {

    /// What its value has to be like.
    ///
    /// @param allowedValues empty if any value is
    /// @param description what is said of a value that is not like that
    public record Constraints(
            Optional<String> allowedPattern,
            List<String> allowedValues,
            Range length,
            Range value,
            Optional<String> description) {

        public Constraints {
            allowedValues = List.copyOf(allowedValues);
        }
    }

    /// A least and a most.
    public record Range(Optional<java.math.BigDecimal> least, Optional<java.math.BigDecimal> most) {}
}
