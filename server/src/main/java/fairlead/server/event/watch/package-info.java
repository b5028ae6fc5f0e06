/// Following what happens: `GET /fairlead/watch`, as a stream of server-sent events and as a poll that waits.
///
/// Implemented on [fairlead.server.event.EventFeed]. A stream has a buffer of one page and nothing else; who can't
/// keep up is behind, not in the way.
@NullMarked
package fairlead.server.event.watch;

import org.jspecify.annotations.NullMarked;
