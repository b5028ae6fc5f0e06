package fairlead.server.type;

import fairlead.server.type.definition.ArmType;
import fairlead.server.type.definition.Registration;
import fairlead.server.type.definition.SchemaSummary;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// A version that may be registered.
///
/// @param references the documents that the schema refers to
record RegistrationCandidate(
        SchemaSummary outline, Map<String, JsonNode> references, Registration registration, ArmType armType) {}
