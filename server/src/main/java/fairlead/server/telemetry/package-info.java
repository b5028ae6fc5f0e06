/// What can be seen of the work from outside: the ids that it is known by, log lines, spans, and what is counted.
///
/// An [fairlead.server.telemetry.Origin] travels with every piece of work, through operations and restarts. The
/// thread that works on it has it as its [fairlead.server.telemetry.Activity], from which log lines, spans and
/// handler calls take it: work that logs nothing pays nothing for it. `logback.xml` names the classes that write log
/// lines. Knows nothing of what the work is; every package may use it.
@NullMarked
package fairlead.server.telemetry;

import org.jspecify.annotations.NullMarked;
