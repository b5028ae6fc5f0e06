/// What can be seen of the work from outside: the ids it is known by, the spans it leaves, and what is counted.
///
/// An [fairlead.server.telemetry.Origin] travels with every piece of work, through operations and restarts. The
/// thread that works on it has it as its [fairlead.server.telemetry.Activity], from which log lines, spans and
/// handler calls take it. Knows nothing of what the work is; every package may use it.
@NullMarked
package fairlead.server.telemetry;

import org.jspecify.annotations.NullMarked;
