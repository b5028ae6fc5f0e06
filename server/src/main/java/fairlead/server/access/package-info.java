/// Who asks, whether they may, and who did: callers, the decision on each request, and the audit trail.
///
/// Every surface says what a request asks for ([fairlead.server.access.Asked]), and the one
/// [fairlead.server.access.Authorizer] decides. In development mode all callers on the loopback address are one
/// developer
/// who may do everything. The trail is written in the transaction of the change it tells of.
@NullMarked
package fairlead.server.access;

import org.jspecify.annotations.NullMarked;
