package fairlead.schema.draft07;

import tools.jackson.databind.JsonNode;

/// One compiled keyword. It is asked only about values of the JSON type that the keyword is about.
interface Check {

    void check(JsonNode value, Walk walk);
}
