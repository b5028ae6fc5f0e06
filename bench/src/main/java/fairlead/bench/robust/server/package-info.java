/// The servers of a run, what they store their data in, and the faults that can be caused there. Knows nothing of
/// clients.
@NullMarked
package fairlead.bench.robust.server;

import org.jspecify.annotations.NullMarked;
