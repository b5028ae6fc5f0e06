/// Whether the server can do its part, for those who look after it: what is checked, and the addresses that tell.
///
/// Knows no check but of the disk: others hand in theirs. Used by `admin` and `wiring`.
@NullMarked
package fairlead.server.health;

import org.jspecify.annotations.NullMarked;
