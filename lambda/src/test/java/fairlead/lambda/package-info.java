/// The host, with real processes: a small provider that misbehaves as it is told.
@NullMarked
package fairlead.lambda;

import org.jspecify.annotations.NullMarked;
