/// The control plane: [fairlead.server.wiring.ControlPlane] wires surfaces, verbs, engine and database together, top to
/// bottom; [fairlead.server.wiring.SurfaceWiring] has the surfaces, [fairlead.server.wiring.EventWiring] what follows
/// events.
///
/// The packages import one another in one direction: surfaces -> drift, resource, registry.registration -> operation,
/// type, scope, access -> event, database, problem. Surfaces do not know each other; `http` knows nothing of resources.
@NullMarked
package fairlead.server;

import org.jspecify.annotations.NullMarked;
