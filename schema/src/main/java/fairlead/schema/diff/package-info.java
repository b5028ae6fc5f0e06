/// What differs between two models of a type, by the meaning that its schema gives them.
///
/// [Diff] is the way in: it finds the changes, what each of them does to the resource ([Effect]), a text for
/// people and a [Patch] for programs. [Patch] is RFC 6902 by itself and knows no schema. Two models have no
/// difference exactly if [fairlead.schema.ModelEquality] calls them the same once the defaults of the schema are filled
/// in.
@NullMarked
package fairlead.schema.diff;

import org.jspecify.annotations.NullMarked;
