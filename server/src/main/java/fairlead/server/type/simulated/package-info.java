/// Types that are served by their schema alone, without a handler's code: the resources of such a type are kept in the
/// server's own database.
///
/// The simulation itself is the module `simulation`; here it is given a store. Used by `type` alone.
@NullMarked
package fairlead.server.type.simulated;

import org.jspecify.annotations.NullMarked;
