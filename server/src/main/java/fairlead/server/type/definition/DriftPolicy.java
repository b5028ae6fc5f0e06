package fairlead.server.type.definition;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What happens when a resource has drifted from what was asked for.
public enum DriftPolicy {
    /// It is recorded.
    OBSERVE,
    /// It is an event of the resource, and counted as an alert.
    ALERT,
    /// The same, and the resource is changed back.
    REPAIR;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The one that is written so, in any case.
    public static Optional<DriftPolicy> parse(String word) {
        return Arrays.stream(values())
                .filter(policy -> policy.name().equalsIgnoreCase(word))
                .findFirst();
    }
}
