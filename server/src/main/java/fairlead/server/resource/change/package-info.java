/// From a request to a planned change: what the caller asks for, the checks that it must pass, and the operation that
/// is stored for it.
///
/// No handler is called here; that is for `step`, when the operation runs. Requests ([Put], [Patch], [Delete],
/// [ActionRequest]) come from surfaces; the verbs in `resource` put them together with the rest. Uses `record`.
@NullMarked
package fairlead.server.resource.change;

import org.jspecify.annotations.NullMarked;
