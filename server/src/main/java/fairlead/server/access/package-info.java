/// Who may, and who did: principals, the decision on each request, and the audit trail.
///
/// In development mode all callers on the loopback address are one developer who may do everything. The trail is
/// written in the transaction of the change it tells of. Used by `resource` and `scope`.
@NullMarked
package fairlead.server.access;

import org.jspecify.annotations.NullMarked;
