/// The language extensions: unfolds loops.
@NullMarked
package fairlead.cloudformation.extension;

import org.jspecify.annotations.NullMarked;
