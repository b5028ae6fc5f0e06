/// Calls of handlers: the context that a handler gets, the deadline, what its answer means, and what of its words may
/// be shown.
///
/// Reads and lists outside of operations are here, too. When a call is due, and what becomes of its answer, is for
/// `step`. Used by `step`, `move`, `imports`, `drift` and the verbs in `resource`.
@NullMarked
package fairlead.server.resource.call;

import org.jspecify.annotations.NullMarked;
