package fairlead.stack.document;

import java.util.Optional;

/// Where a node is, for languages whose templates say it.
///
/// @param id the whole id of the resource; not a [Expression.Value] if it depends on another node
/// @param version of the type by which the template speaks of it
/// @param envelope what stands beside the properties, such as location, tags, sku and kind: comes to an object
public record Address(Expression id, Optional<String> version, Expression envelope) {}
