@NullMarked
package fairlead.host.process;

import org.jspecify.annotations.NullMarked;
