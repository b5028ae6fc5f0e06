/// What the functions of the language compute once their arguments are known. Pure, and equal where they do the same.
@NullMarked
package fairlead.cloudformation.function;

import org.jspecify.annotations.NullMarked;
