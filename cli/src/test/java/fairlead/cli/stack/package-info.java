@NullMarked
package fairlead.cli.stack;

import org.jspecify.annotations.NullMarked;
