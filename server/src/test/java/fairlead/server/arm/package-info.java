/// Conversations over HTTP with a whole control plane in this process.
@NullMarked
package fairlead.server.arm;

import org.jspecify.annotations.NullMarked;
