package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/// That something is forbidden at a scope, whatever roles allow.
///
/// Implements "Understand Azure deny assignments".
///
/// @param name the last part of its id, a GUID
/// @param title for people
/// @param principals to whom; [#EVERYONE] is all
/// @param excluded to whom not, even so
/// @param notBelow whether it is of its own scope alone, and of none below
/// @param isProtected whether only what made it may change it
public record DenyAssignment(
        UUID name,
        String title,
        String description,
        AccessScope scope,
        List<Permission> permissions,
        Set<UUID> principals,
        Set<UUID> excluded,
        boolean notBelow,
        boolean isProtected,
        RoleDefinition.Written written) {

    /// All principals, as Azure writes them.
    public static final UUID EVERYONE = new UUID(0, 0);

    public DenyAssignment {
        permissions = List.copyOf(permissions);
        principals = Set.copyOf(principals);
        excluded = Set.copyOf(excluded);
    }

    /// As ARM names it.
    public String id() {
        return scope.path() + "/providers/Microsoft.Authorization/denyAssignments/" + name;
    }

    /// Whether it forbids that, to those to whom it applies.
    boolean forbids(Action action, String scopeKey) {
        String own = scope.key();
        boolean here = notBelow ? own.equals(scopeKey) : AccessScope.isAbove(own, scopeKey);
        return here && permissions.stream().anyMatch(one -> one.allowing(action).isPresent());
    }
}
