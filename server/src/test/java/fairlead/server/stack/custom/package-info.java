@NullMarked
package fairlead.server.stack.custom;

import org.jspecify.annotations.NullMarked;
