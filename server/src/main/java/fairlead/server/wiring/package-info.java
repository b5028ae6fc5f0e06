/// Everything that a server consists of, constructed and connected: `ControlPlane` from top to bottom, with a class
/// for each part that is large.
///
/// Constructors are called here and nowhere else, and there is no logic but the order of start and stop. May know all
/// other packages; nothing but the programs' `main` knows it.
@NullMarked
package fairlead.server.wiring;

import org.jspecify.annotations.NullMarked;
