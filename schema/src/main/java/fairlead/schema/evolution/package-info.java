/// The changes between two versions of a schema, and the users of the type that they break.
///
/// Begin with [Evolution]. Each [Rule] looks for one kind of change: a [PropertyRule] at each property that both
/// versions have, through references, and a [DocumentRule] at the schema as a whole. The direction matters: a
/// change that narrows an input breaks callers, and one that widens an output may surprise readers. A read-only
/// property is no input, and a write-only one no output.
@NullMarked
package fairlead.schema.evolution;

import org.jspecify.annotations.NullMarked;
