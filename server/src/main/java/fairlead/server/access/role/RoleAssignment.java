package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.condition.Condition;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// That a principal has a role at a scope, and at all scopes below it.
///
/// Implements "Understand Azure role assignments". Its role, principal and scope never change.
///
/// @param name the last part of its id, a GUID
/// @param assignee to whom
public record RoleAssignment(
        UUID name,
        AccessScope scope,
        Assignee assignee,
        UUID role,
        String description,
        Limits limits,
        RoleDefinition.Written written) {

    /// A principal, by its id.
    ///
    /// @param type `User`, `Group`, `ServicePrincipal`, `ForeignGroup` or `Device`, as the caller said
    public record Assignee(UUID id, String type) {}

    /// When it counts.
    ///
    /// @param condition of requests; empty for all
    /// @param ends after this it allows nothing; empty if it stays
    public record Limits(Optional<Condition> condition, Optional<Instant> ends) {

        /// For all requests, and for ever.
        public static final Limits NONE = new Limits(Optional.empty(), Optional.empty());

        /// Until that time.
        static Limits until(Instant end) {
            return new Limits(Optional.empty(), Optional.of(end));
        }
    }

    public Optional<Condition> condition() {
        return limits.condition;
    }

    public Optional<Instant> ends() {
        return limits.ends;
    }

    public UUID principal() {
        return assignee.id();
    }

    /// As ARM names it.
    public String id() {
        return scope.path() + "/providers/Microsoft.Authorization/roleAssignments/" + name;
    }

    /// Whether it still allows something.
    public boolean isCurrent(Instant now) {
        return limits.ends.map(now::isBefore).orElse(true);
    }

    /// Whether it gives the same role to the same principal at the same scope.
    public boolean isSame(RoleAssignment other) {
        return scope.key().equals(other.scope.key())
                && principal().equals(other.principal())
                && role.equals(other.role);
    }
}
