/// `Microsoft.Authorization`: roles, their assignments, denials, and what a caller may do, as Azure's clients ask for
/// them.
///
/// A surface over [fairlead.server.access.role.Roles].
@NullMarked
package fairlead.server.arm.authorization;

import org.jspecify.annotations.NullMarked;
