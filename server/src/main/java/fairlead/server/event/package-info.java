/// What happened to resources and operations, in order: written in the transaction that makes it happen, read by all
/// who follow.
///
/// [EventStore] has the SQL, [EventFeed] is where followers of one node meet. Resources and operations are known by
/// their names only. Written by `resource` and `operation`; `watch` and `webhook` are the surfaces that read it.
@NullMarked
package fairlead.server.event;

import org.jspecify.annotations.NullMarked;
