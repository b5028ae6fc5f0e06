/// What clients have seen of a register, and whether that can be.
@NullMarked
package fairlead.bench.robust.history;

import org.jspecify.annotations.NullMarked;
