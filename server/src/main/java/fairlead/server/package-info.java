@NullMarked
package fairlead.server;

import org.jspecify.annotations.NullMarked;
