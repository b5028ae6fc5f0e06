package fairlead.server.drift;

import fairlead.server.problem.Code;
import fairlead.server.resource.record.Resource;
import fairlead.server.type.TypeVersion;
import tools.jackson.databind.node.ObjectNode;

/// The sides of a comparison: the desired state of a resource, its last known state, and its actual state. None
/// has write-only values.
///
/// @param resource the record, as it was when the physical resource was read
/// @param desired what was asked for last
/// @param known the last known state: as the resource was after the last change that came through here
/// @param actual what the handler says now
public record DriftInput(Resource resource, TypeVersion type, ObjectNode desired, ObjectNode known, Actual actual) {

    /// What a handler says of a resource.
    public sealed interface Actual {

        /// @param model as it was read
        /// @param own without what only the tags of the request have brought into it
        record Found(ObjectNode model, ObjectNode own) implements Actual {}

        /// There is no such resource.
        record Gone() implements Actual {}

        /// It can't be told.
        ///
        /// @param code of the handler's error, or of the rule that its answer broke
        record Unknown(Code code, String message) implements Actual {}
    }
}
