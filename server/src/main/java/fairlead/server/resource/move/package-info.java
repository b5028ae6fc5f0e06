/// Moving resources into another group or subscription: the request, its checks, and the task that moves the records in
/// one transaction.
///
/// Moves between cells are in `region`. Used by surfaces; `imports` shares how a subscription's account is read.
@NullMarked
package fairlead.server.resource.move;

import org.jspecify.annotations.NullMarked;
