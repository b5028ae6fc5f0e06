/// The server as a program: [Main], and [AotTraining], which fills the cache that makes its start quick.
/// [fairlead.server.wiring.ControlPlane] connects surfaces, verbs, engine and database, top to bottom.
///
/// The packages import one another in one direction: surfaces -> drift, resource, registry.registration -> operation,
/// type, scope, access -> event, database, problem. Surfaces do not know each other; `http` knows nothing of resources.
@NullMarked
package fairlead.server;

import org.jspecify.annotations.NullMarked;
