package fairlead.schema.draft07;

import tools.jackson.databind.JsonNode;

/// One compiled keyword, or a few that belong together, asked only about values of the JSON type they are about.
///
/// Most values are fine, so there are two questions: [#fits] stops at the first fault and makes no objects; once it
/// has said no, [#explain] finds every fault.
interface Check {

    boolean fits(JsonNode value, Validation validation);

    /// Reports everything that is wrong with the value; nothing if it fits.
    ///
    /// @param shape whose keyword this is
    void explain(JsonNode value, Shape shape, Validation validation);
}
