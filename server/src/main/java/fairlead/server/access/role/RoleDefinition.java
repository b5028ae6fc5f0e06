package fairlead.server.access.role;

import fairlead.server.access.Action;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// A role: a name for what is allowed to whom it is assigned.
///
/// Implements "Understand Azure role definitions".
///
/// @param builtIn whether it ships with the program, and can't be changed
/// @param assignableScopes at which it may be assigned, and below
public record RoleDefinition(
        UUID id,
        String name,
        String description,
        boolean builtIn,
        List<Permission> permissions,
        List<String> assignableScopes,
        Written written) {

    /// When it was made and last changed, and by whom: the ids of principals.
    public record Written(Instant createdAt, String createdBy, Instant changedAt, String changedBy) {

        /// Of what ships with the program.
        public static final Written NEVER = new Written(Instant.EPOCH, "", Instant.EPOCH, "");

        /// The same, changed.
        public Written changed(Instant at, String by) {
            return new Written(createdAt, createdBy, at, by);
        }
    }

    public RoleDefinition {
        permissions = List.copyOf(permissions);
        assignableScopes = List.copyOf(assignableScopes);
    }

    /// The pattern that allows the action; empty if none does.
    public Optional<ActionPattern> allowing(Action action) {
        for (Permission permission : permissions) {
            Optional<ActionPattern> found = permission.allowing(action);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }
}
