/// Reads text that is JSON or YAML into a tree whose parts know their line and column.
///
/// Begin with [Notation]; [Source] is the result. Reading is strict and bounded: a name that occurs twice, an
/// alias that unfolds to more than was written, and a key that is no text are [Fault]s with a place. Reading
/// finds as many of them as possible at once. The package does not know what the text is about.
@NullMarked
package fairlead.schema.source;

import org.jspecify.annotations.NullMarked;
