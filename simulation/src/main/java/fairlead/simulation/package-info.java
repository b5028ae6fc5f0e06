/// Serves any resource type schema without code: a handler that obeys the handler contract and remembers what it
/// has made.
///
/// [Simulation] is the way in. How a simulated type behaves beside the contract, slow, failing, eventually
/// consistent, is said by a [Behaviour]. What it has made is kept in [SimulatedResources]: in memory by
/// [InMemoryResources], or where the host keeps its own. There is no server here.
@NullMarked
package fairlead.simulation;

import org.jspecify.annotations.NullMarked;
