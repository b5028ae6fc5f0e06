package fairlead.contract.check;

import tools.jackson.databind.node.ObjectNode;

/// One update.
///
/// @param asked what the resource was before, as it was asked for
/// @param told what the update answered
/// @param read what was read afterwards
public record ObservedUpdate(ObjectNode asked, ObjectNode desired, ObjectNode told, ObjectNode read) {}
