/// Files that are checked as their author sees them: everything that is wrong, with line and column.
///
/// [Checker] reads a file, loads the schema in it, adds the advice of [fairlead.schema.lint], and puts each
/// finding at its place. [Rules] says of each kind of finding what it is about and how to mend it.
@NullMarked
package fairlead.schema.check;

import org.jspecify.annotations.NullMarked;
