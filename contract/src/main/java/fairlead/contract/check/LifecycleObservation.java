package fairlead.contract.check;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// One life, as far as it was told.
///
/// @param name of the input set
/// @param again the second of two reads between which nothing happened
public record LifecycleObservation(
        String name,
        ObjectNode input,
        ObjectNode created,
        ObjectNode read,
        ObjectNode again,
        List<ObservedUpdate> changes) {}
