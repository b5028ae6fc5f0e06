@NullMarked
package fairlead.cli.event;

import org.jspecify.annotations.NullMarked;
