/// Roles, to whom they are assigned, what is denied, and the decision on a request that follows from them.
///
/// Implements the role model of "Azure role-based access control". Used by `arm` and `wiring`; everybody else asks the
/// [fairlead.server.access.Authorizer].
@NullMarked
package fairlead.server.access.role;

import org.jspecify.annotations.NullMarked;
