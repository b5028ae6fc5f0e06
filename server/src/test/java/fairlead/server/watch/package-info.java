/// Following a whole control plane over HTTP.
@NullMarked
package fairlead.server.watch;

import org.jspecify.annotations.NullMarked;
