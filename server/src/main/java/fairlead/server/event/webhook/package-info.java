/// Webhooks: receivers to which events are delivered, in order, each event at least once.
///
/// A webhook is a row with a place in the history. One node at a time has it, by a lease, and posts what comes behind
/// that place; the place moves when the receiver has taken it. A surface over `event`: used by nothing but the wiring.
@NullMarked
package fairlead.server.event.webhook;

import org.jspecify.annotations.NullMarked;
