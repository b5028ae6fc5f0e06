/// How much time goes by within this process, whatever is done to the clock of its machine.
///
/// What is stored and shown is an [java.time.Instant] of a [java.time.Clock]; what is waited for, limited or measured
/// is
/// told by a [fairlead.server.time.MonotonicTime], since clocks are set forward and back. How long it is until
/// something is
/// tried again says a [fairlead.server.time.Backoff].
@NullMarked
package fairlead.server.time;

import org.jspecify.annotations.NullMarked;
