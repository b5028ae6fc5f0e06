package fairlead.server.type;

/// How many resources of a type are in a state.
///
/// @param state as it is stored
public record StateCount(String typeName, String state, long resources) {}
