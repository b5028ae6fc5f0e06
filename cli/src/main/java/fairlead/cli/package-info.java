@NullMarked
package fairlead.cli;

import org.jspecify.annotations.NullMarked;
