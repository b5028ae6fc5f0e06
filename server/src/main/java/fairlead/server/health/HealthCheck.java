package fairlead.server.health;

import java.util.Optional;
import java.util.function.Supplier;

/// Something without which the server can't do its part.
///
/// @param name of the check, a word with hyphens
/// @param failure why it fails, in one line; empty if all is well. Asked at each request that wants to know, so it is
///     cheap or keeps what it has found; it waits for a few seconds at most
public record HealthCheck(String name, Supplier<Optional<String>> failure) {

    /// How it is; a check that can't be carried out has failed.
    Result run() {
        try {
            return new Result(name, failure.get());
        } catch (RuntimeException unexpected) {
            return new Result(name, Optional.of(String.valueOf(unexpected.getMessage())));
        }
    }

    /// How it was.
    record Result(String name, Optional<String> failure) {

        boolean isOk() {
            return failure.isEmpty();
        }

        String line() {
            return failure.map(
                            why -> name + " failing: " + why.lines().findFirst().orElse(""))
                    .orElse(name + " ok");
        }
    }
}
