package fairlead.simulation.azure;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A version of a type, as it can be registered.
///
/// @param depth in how many others it is nested: what it is nested in is registered first
/// @param registration the registration file; its `simulation` is the behaviour
/// @param notes what of the published definition it does not keep
public record SimulatedAzureType(
        String typeName,
        String armType,
        String apiVersion,
        int depth,
        ObjectNode schema,
        ObjectNode registration,
        List<String> notes) {

    public SimulatedAzureType {
        notes = List.copyOf(notes);
    }
}
