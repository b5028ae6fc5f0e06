/// Registering and testing types as durable operations: what takes longer than a request, and goes on after a crash.
///
/// [TypeJobs] has the verbs, [TypeTask] does the work by way of `type`. The uploaded files come from `packages`. Used
/// by the surface `registry`.
@NullMarked
package fairlead.server.registry.registration;

import org.jspecify.annotations.NullMarked;
