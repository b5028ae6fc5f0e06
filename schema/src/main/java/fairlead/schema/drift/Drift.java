package fairlead.schema.drift;

import java.util.List;

/// What a comparison has found.
///
/// @param drifted the properties that are not as they should be
/// @param troubles the transforms that could not be run
public record Drift(List<Drifted> drifted, List<UnusableTransform> troubles) {

    public Drift {
        drifted = List.copyOf(drifted);
        troubles = List.copyOf(troubles);
    }

    /// Whether the resource is what was asked for.
    public boolean isNone() {
        return drifted.isEmpty();
    }
}
