package fairlead.smithy.endpoint;

import java.util.Locale;
import java.util.Optional;

/// Whether a client discovers endpoints.
public enum DiscoveryMode {
    /// Before each operation that may have an endpoint of its own is called.
    ENABLED,
    /// Never; operations that need it can't be called.
    DISABLED,
    /// Before operations that need it; for others as [DiscoverySettings#background()] says.
    AUTO;

    /// Of a configuration: `true`, `false` or `auto`, in any case; unset is `auto`.
    ///
    /// @throws IllegalArgumentException if it is anything else
    public static DiscoveryMode of(Optional<String> text) {
        return switch (text.map(word -> word.strip().toLowerCase(Locale.ROOT)).orElse("auto")) {
            case "true" -> ENABLED;
            case "false" -> DISABLED;
            case "auto" -> AUTO;
            default ->
                throw new IllegalArgumentException(
                        "endpoint discovery is 'true', 'false' or 'auto', found '" + text.orElse("") + "'");
        };
    }
}
