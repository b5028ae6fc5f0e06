/// Instances of a resource type, made of its schema and a seed: what a caller may send, what a handler may answer,
/// what has to be refused, and the smallest instance that still shows a failure.
///
/// [Generator] is the way in. The same seed gives the same instance on every machine. Every instance has been held
/// against the schema by [fairlead.schema.ResourceSchema] before it is handed out; where none can be made, the answer
/// is [Generated.Impossible] with the reason. Regular expressions are in [fairlead.generator.pattern].
@NullMarked
package fairlead.generator;

import org.jspecify.annotations.NullMarked;
