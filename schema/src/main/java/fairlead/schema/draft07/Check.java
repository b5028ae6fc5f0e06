package fairlead.schema.draft07;

import tools.jackson.databind.JsonNode;

/// One compiled keyword, or a few that belong together. It is given only values of the JSON type that the keyword
/// is about.
///
/// Most values are valid, so there are two questions: [#fits] stops at the first fault and makes no objects; if
/// it is false, [#explain] finds every fault.
interface Check {

    boolean fits(JsonNode value, Validation validation);

    /// Reports everything that is wrong with the value; nothing if it fits.
    ///
    /// @param shape whose keyword this is
    void explain(JsonNode value, Shape shape, Validation validation);
}
