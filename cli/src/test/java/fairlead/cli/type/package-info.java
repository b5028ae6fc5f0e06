@NullMarked
package fairlead.cli.type;

import org.jspecify.annotations.NullMarked;
