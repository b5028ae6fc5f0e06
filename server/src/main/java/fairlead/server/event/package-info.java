/// The events of resources and operations, in order: each is written in the transaction that makes the change,
/// and read by followers.
///
/// [EventStore] has the SQL, [EventFeed] is where followers of one node meet. Resources and operations are known by
/// their names only. Written by `resource` and `operation`; `watch` and `webhook` are the surfaces that read it.
@NullMarked
package fairlead.server.event;

import org.jspecify.annotations.NullMarked;
