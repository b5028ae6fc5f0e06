/// Following events: `GET /fairlead/watch`, as a stream of server-sent events and as a poll that waits.
///
/// A surface over [fairlead.server.event.EventFeed]. A stream has a buffer of one page and nothing else; a client that
/// can't keep up falls behind and slows no other.
@NullMarked
package fairlead.server.event.watch;

import org.jspecify.annotations.NullMarked;
