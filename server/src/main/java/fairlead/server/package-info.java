/// The control plane: `Main` wires surfaces, verbs, engine and database together, top to bottom.
///
/// The packages import one another in one direction: arm, registry -> resource -> operation, type, scope, access
/// -> database, problem. Surfaces do not know each other; `http` knows only `problem`.
@NullMarked
package fairlead.server;

import org.jspecify.annotations.NullMarked;
