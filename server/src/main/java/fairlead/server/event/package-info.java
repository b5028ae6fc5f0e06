/// What happened to resources and operations, in order: written in the transaction that makes it happen, read by all
/// who follow.
///
/// [fairlead.server.event.EventStore] has the SQL, [fairlead.server.event.EventFeed] is where followers of one node
/// meet.
/// It knows resources and operations by their names only. Written by `resource` and `operation`, read by `event.watch`
/// and `event.webhook`.
@NullMarked
package fairlead.server.event;

import org.jspecify.annotations.NullMarked;
