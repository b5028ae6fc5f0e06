/// Following events: `GET /fairlead/watch`, as a stream of server-sent events and as a poll that waits.
///
/// Implemented on [fairlead.server.event.EventFeed]. A stream has a buffer of one page and nothing else: a slow
/// caller falls behind, and delays no other.
@NullMarked
package fairlead.server.event.watch;

import org.jspecify.annotations.NullMarked;
