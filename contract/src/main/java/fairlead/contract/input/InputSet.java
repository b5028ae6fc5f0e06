package fairlead.contract.input;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// The inputs of one lifecycle of a resource.
///
/// @param name which set it is, `inputs_1` for example
/// @param create what it is made with
/// @param update what it is changed to, whole; empty where there is none
/// @param invalid what a create has to refuse
public record InputSet(String name, ObjectNode create, Optional<ObjectNode> update, Optional<ObjectNode> invalid) {}
