@NullMarked
package fairlead.cli.operation;

import org.jspecify.annotations.NullMarked;
