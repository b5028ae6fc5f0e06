/// Durable asynchronous work: an operation is one row, which is its own queue entry, its own status and its own
/// result.
///
/// This package knows no resources. It has a [fairlead.server.operation.Task] carry operations out, writes what
/// the task's [fairlead.server.operation.Step] says in one transaction, schedules, retries, cancels, and takes
/// over from nodes that died. Used by `resource`; surfaces read operations.
@NullMarked
package fairlead.server.operation;

import org.jspecify.annotations.NullMarked;
