/// Whether a resource is still what was asked for.
///
/// [DriftCheck] compares the desired model with the actual one: what is write-only, read-only or was never asked
/// for is no drift, lists are compared as the schema says, and a property that the handler is known to rewrite
/// (`propertyTransform`) has not drifted if it was rewritten that way. Transforms are JSONata and are run with
/// limits on steps, sizes, depth and patterns, for they come with the schema of a stranger.
@NullMarked
package fairlead.schema.drift;

import org.jspecify.annotations.NullMarked;
