@NullMarked
package fairlead.server.time;

import org.jspecify.annotations.NullMarked;
