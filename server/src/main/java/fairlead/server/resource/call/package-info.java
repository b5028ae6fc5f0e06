/// Calls of handlers: the context that a handler gets, the deadline, what its answer means by the contract, and what of
/// its words may be shown.
///
/// ```text
///   step ─ StepHandlers ┐
///   HandlerReads ───────┼─ HandlerInvoker ── HandlerCalls ── the handler
///   imports, move, the  │   context, guard,   deadline, one
///   verbs in `resource` ┘   HandlerResult     call at a time
/// ```
///
/// When a call is due, and what its result means for the resource, is for the callers.
@NullMarked
package fairlead.server.resource.call;

import org.jspecify.annotations.NullMarked;
