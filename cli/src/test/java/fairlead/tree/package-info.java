/// What holds for the compiled classes of all modules.
@NullMarked
package fairlead.tree;

import org.jspecify.annotations.NullMarked;
