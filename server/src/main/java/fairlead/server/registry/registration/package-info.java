/// Registering and testing types as durable operations: what takes longer than a request, and goes on after a
/// crash.
///
/// [fairlead.server.registry.registration.TypeJobs] has the verbs,
/// [fairlead.server.registry.registration.TypeTask] does the work by way of `type`. Packages come from
/// `registry.packages`. Used by the surface `registry`.
@NullMarked
package fairlead.server.registry.registration;

import org.jspecify.annotations.NullMarked;
