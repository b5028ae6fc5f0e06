/// The properties that a command sends: from a file, from `-p Size=3` and from `--tag`.
///
/// `Documents` are the options; `Assignment` is one `-p`, read with the help of the type's `Schema`.
@NullMarked
package fairlead.cli.input;

import org.jspecify.annotations.NullMarked;
