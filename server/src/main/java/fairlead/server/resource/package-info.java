/// The verbs of resources: create, replace, patch, delete, read, act, tag, and say what a change would do.
///
/// Whatever surface a request came through, this is the one code path that changes a resource. [Resources] has most of
/// the verbs; what a verb is made of is below: `change` plans a request, `step` carries its operation out, `call` calls
/// the handlers, `record` has what is stored, `document` the JSON. `group`, `move`, `imports` and `list` concern many
/// resources at once.
///
/// Used by surfaces and by `drift`. Knows no HTTP, and no surface.
@NullMarked
package fairlead.server.resource;

import org.jspecify.annotations.NullMarked;
