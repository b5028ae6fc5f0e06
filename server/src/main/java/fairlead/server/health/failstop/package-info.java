/// The end of the process where to go on could do harm: out of memory, a database that can't be flushed, a broken
/// invariant.
///
/// Knows nobody, and may be used by all. Only a `main` method turns it on.
@NullMarked
package fairlead.server.health.failstop;

import org.jspecify.annotations.NullMarked;
