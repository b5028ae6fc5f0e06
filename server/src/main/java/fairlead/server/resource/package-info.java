/// Resources: the verbs, the record, and the task that calls handlers.
///
/// The one code path that creates, changes or deletes a resource is here, whatever surface the request came
/// through. Used by surfaces; uses `operation`, `type`, `scope`, `access` and `database`.
@NullMarked
package fairlead.server.resource;

import org.jspecify.annotations.NullMarked;
