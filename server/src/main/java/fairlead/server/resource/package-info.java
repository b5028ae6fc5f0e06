/// Resources: the verbs, the record, and the task that calls handlers.
///
/// Whatever surface a request came through, this package has the one code path that creates, changes or deletes a
/// resource. Used by surfaces; uses `operation`, `type`, `scope`, `access` and `database`.
@NullMarked
package fairlead.server.resource;

import org.jspecify.annotations.NullMarked;
