/// Following a whole control plane over HTTP.
@NullMarked
package fairlead.server.event.watch;

import org.jspecify.annotations.NullMarked;
