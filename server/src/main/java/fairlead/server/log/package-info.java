/// How log lines are written: each with the ids of the work that it is about.
///
/// `logback.xml` names the classes here. They take the ids from the [fairlead.server.telemetry.Activity] of the
/// thread, so that work which logs nothing pays nothing for it.
@NullMarked
package fairlead.server.log;

import org.jspecify.annotations.NullMarked;
