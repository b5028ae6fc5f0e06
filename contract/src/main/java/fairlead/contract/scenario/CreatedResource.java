package fairlead.contract.scenario;

import tools.jackson.databind.node.ObjectNode;

/// A resource that a create has made.
///
/// @param input what it was asked for
/// @param created what the create answered
/// @param token of the create
public record CreatedResource(String identifier, ObjectNode input, ObjectNode created, String token) {}
