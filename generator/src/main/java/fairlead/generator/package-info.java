/// Instances of a resource type, made of its schema and a seed: what a caller may send, what a handler may
/// return, what must be refused, and the smallest instance that still shows a failure.
///
/// Begin with [Generator]. The same seed gives the same instance on every machine. Every instance was checked
/// against the schema by [fairlead.schema.ResourceSchema]; where none can be made, the result is
/// [Generated.Impossible] with the reason. Regular expressions are in [fairlead.generator.pattern].
@NullMarked
package fairlead.generator;

import org.jspecify.annotations.NullMarked;
