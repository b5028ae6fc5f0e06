/// What has changed between two versions of a schema, and whom it breaks.
///
/// [Evolution] is the way in. Each [Rule] looks for one kind of change: a [PropertyRule] at each property that both
/// versions have, through references, and a [DocumentRule] at the schema as a whole. Direction matters: what narrows an
/// input breaks callers, and what widens an output may surprise readers; a read-only property is no input, and a
/// write-only one no output.
@NullMarked
package fairlead.schema.evolution;

import org.jspecify.annotations.NullMarked;
