package fairlead.generator;

import java.util.Optional;

/// The result of a generator: [Made], or [Impossible].
public sealed interface Generated<T> {

    record Made<T>(T value) implements Generated<T> {}

    /// Nothing that the schema allows was found.
    ///
    /// @param pointer where in the schema's document the trouble is, as far as that is known
    /// @param reason what could not be satisfied, in words
    record Impossible<T>(String pointer, String reason) implements Generated<T> {}

    default Optional<T> toOptional() {
        return switch (this) {
            case Made<T>(T value) -> Optional.of(value);
            case Impossible<T> _ -> Optional.empty();
        };
    }

    /// What was made.
    ///
    /// @throws IllegalStateException if nothing was, with the reason
    default T orElseThrow() {
        return switch (this) {
            case Made<T>(T value) -> value;
            case Impossible<T>(String pointer, String reason) ->
                throw new IllegalStateException("nothing can be made for '" + pointer + "': " + reason);
        };
    }
}
