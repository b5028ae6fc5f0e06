/// Webhooks: receivers to which events are delivered, in order, each event at least once.
///
/// A webhook is a row with a position in the history. One node at a time has it, by a lease, and posts the events
/// behind that position. The position moves when the receiver has accepted them. Used by the wiring only.
@NullMarked
package fairlead.server.event.webhook;

import org.jspecify.annotations.NullMarked;
