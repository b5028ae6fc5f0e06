/// Custom resources: what no type is registered for, and something outside makes that is asked for it.
@NullMarked
package fairlead.server.stack.custom;

import org.jspecify.annotations.NullMarked;
