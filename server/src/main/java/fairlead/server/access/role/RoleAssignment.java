package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.condition.Condition;
import java.util.Optional;
import java.util.UUID;

/// That somebody has a role at a scope, and at all scopes below it.
///
/// Implements "Understand Azure role assignments". Its role, principal and scope never change.
///
/// @param name the last part of its id, a GUID
/// @param principalType `User`, `Group`, `ServicePrincipal`, `ForeignGroup` or `Device`, as its maker said
public record RoleAssignment(
        UUID name,
        AccessScope scope,
        UUID principal,
        String principalType,
        UUID role,
        String description,
        Optional<Condition> condition,
        RoleDefinition.Written written) {

    /// As ARM names it.
    public String id() {
        return scope.path() + "/providers/Microsoft.Authorization/roleAssignments/" + name;
    }

    /// Whether it gives the same role to the same principal at the same scope.
    public boolean isSame(RoleAssignment other) {
        return scope.key().equals(other.scope.key()) && principal.equals(other.principal) && role.equals(other.role);
    }
}
