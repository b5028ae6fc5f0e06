package fairlead.cloudformation.resource;

/// A name that was chosen for a resource whose template leaves it open.
///
/// @param node the logical id
/// @param property that has the name, `/properties/Name`
public record GeneratedName(String node, String property, String name) {}
