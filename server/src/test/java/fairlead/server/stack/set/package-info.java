/// The tests of sets of plain resources.
@NullMarked
package fairlead.server.stack.set;

import org.jspecify.annotations.NullMarked;
