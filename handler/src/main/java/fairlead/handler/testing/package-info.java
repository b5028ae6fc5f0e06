/// For the tests of handler authors: a settable clock, and a manual worker that carries a handler through an
/// operation as the control plane would, without one.
@NullMarked
package fairlead.handler.testing;

import org.jspecify.annotations.NullMarked;
