package fairlead.server.access.condition;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// How many values of each side a comparison has to hold for: "Cross product comparison operators".
enum Quantifier {
    /// One value of the attribute and one of the condition.
    FOR_ANY_OF_ANY_VALUES,
    /// Each value of the attribute and one of the condition.
    FOR_ALL_OF_ANY_VALUES,
    /// One value of the attribute and each of the condition.
    FOR_ANY_OF_ALL_VALUES,
    /// Each value of the attribute and each of the condition.
    FOR_ALL_OF_ALL_VALUES;

    /// The one of that name, `ForAnyOfAnyValues` for example.
    static Optional<Quantifier> of(String name) {
        for (Quantifier one : values()) {
            if (one.name().replace("_", "").equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    boolean holds(List<String> found, List<String> values, Comparison comparison) {
        return switch (this) {
            case FOR_ANY_OF_ANY_VALUES ->
                found.stream().anyMatch(left -> values.stream().anyMatch(right -> comparison.holds(left, right)));
            case FOR_ALL_OF_ANY_VALUES ->
                found.stream().allMatch(left -> values.stream().anyMatch(right -> comparison.holds(left, right)));
            case FOR_ANY_OF_ALL_VALUES ->
                found.stream().anyMatch(left -> values.stream().allMatch(right -> comparison.holds(left, right)));
            case FOR_ALL_OF_ALL_VALUES ->
                found.stream().allMatch(left -> values.stream().allMatch(right -> comparison.holds(left, right)));
        };
    }
}
