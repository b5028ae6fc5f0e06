/// Whether resources still are what was asked for: comparison, record, schedule and repair.
///
/// A check reads the resource through its handler and compares three sides: what is desired, what was applied last, and
/// what is there. Its result is one row beside the resource, which counts for the very version that was compared. A
/// repair is an ordinary change of the resource. Used by surfaces; knows `resource`, never the reverse.
@NullMarked
package fairlead.server.drift;

import org.jspecify.annotations.NullMarked;
