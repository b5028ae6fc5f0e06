@NullMarked
package fairlead.server.registry.stack;

import org.jspecify.annotations.NullMarked;
