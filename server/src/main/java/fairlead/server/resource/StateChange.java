package fairlead.server.resource;

import fairlead.schema.PropertyPath;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of a resource.
public interface StateChange {

    /// @param present as its handler reads it now, with the write-only values that were set last
    Changed of(ObjectNode present);

    /// @param properties write-only values that are not among them are kept
    /// @param removed the write-only values that are not
    record Changed(ObjectNode properties, List<PropertyPath> removed) {

        public Changed {
            removed = List.copyOf(removed);
        }
    }
}
