package fairlead.server.stack.set;

import fairlead.server.resource.record.ResourceId;
import fairlead.server.type.TypeVersion;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/// A resource of a set, as its document was read.
///
/// @param pointer where the document stands, as a JSON pointer
/// @param key by which the stack calls it
/// @param desired what is asked for: the properties, and what stands beside them
/// @param dependsOn what the document says that has to be there first, as it says it
record Member(
        String pointer, String key, ResourceId id, TypeVersion type, ObjectNode desired, List<String> dependsOn) {}
