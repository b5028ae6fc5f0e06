package fairlead.server.resource;

import fairlead.schema.PropertyPath;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/// What becomes of a resource.
public interface StateChange {

    /// @param present as its handler reads it now, with the write-only values that were set last
    Changed of(ObjectNode present);

    /// @param properties write-only values that are not among them are kept
    /// @param removed the write-only values that are not
    /// @param tags makes of the tags that are there those that are to be
    /// @param sku as callers ask for it beside the properties; if none is given, the present one stays
    record Changed(
            ObjectNode properties,
            List<PropertyPath> removed,
            UnaryOperator<ObjectNode> tags,
            Optional<ObjectNode> sku) {

        public Changed {
            removed = List.copyOf(removed);
        }

        /// A change of properties alone.
        public Changed(ObjectNode properties, List<PropertyPath> removed) {
            this(properties, removed, tags -> tags, Optional.empty());
        }
    }
}
