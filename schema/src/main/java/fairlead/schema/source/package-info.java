/// Text that is JSON or YAML, as a tree whose parts know their line and column.
///
/// [Notation] is the way in, [Source] what becomes of a text. Reading is strict and bounded: a name twice, an alias
/// that unfolds to more than was written, a key that is no text are [Fault]s with a place, and as many as possible
/// of them are found at once. Nothing here knows what the text is about.
@NullMarked
package fairlead.schema.source;

import org.jspecify.annotations.NullMarked;
