@NullMarked
package fairlead.cli.dev;

import org.jspecify.annotations.NullMarked;
