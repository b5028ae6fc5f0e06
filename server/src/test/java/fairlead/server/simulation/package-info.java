/// The control plane in a world that a number decides: time, chance, ids, which of its threads goes on, what fails and
/// when. The same number is the same history, so that a failure can be looked at as often as it takes.
///
/// [Scheduler] lets one thread run at a time, [Faults] decide what fails, [FaultyDatabase] and [SimulatedService] fail,
/// [Node] is the control plane, made as its wiring makes it, and [Simulation] is one history and its laws.
@NullMarked
package fairlead.server.simulation;

import org.jspecify.annotations.NullMarked;
