/// The events of resources and operations, in order: each is written in the transaction that makes the change,
/// and read by followers.
///
/// [fairlead.server.event.EventStore] has the SQL; the followers of one node read from
/// [fairlead.server.event.EventFeed]. The package knows resources and operations by their names only. Written by
/// `resource` and `operation`, read by `watch` and `webhook`.
@NullMarked
package fairlead.server.event;

import org.jspecify.annotations.NullMarked;
