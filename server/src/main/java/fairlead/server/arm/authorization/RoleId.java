package fairlead.server.arm.authorization;

import fairlead.server.access.AccessScope;
import fairlead.server.access.role.Roles;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/// The id of a role, or of the assignment of one.
///
/// @param type [Roles#ASSIGNMENTS] or [Roles#DEFINITIONS]
/// @param name a GUID, if it is sound
record RoleId(AccessScope scope, String type, String name) {

    /// Empty for the id of anything else.
    static Optional<RoleId> of(String id) {
        for (String type : List.of(Roles.ASSIGNMENTS, Roles.DEFINITIONS)) {
            String part = "/providers/" + type.toLowerCase(Locale.ROOT) + "/";
            int at = id.toLowerCase(Locale.ROOT).lastIndexOf(part);
            if (at >= 0 && id.indexOf('/', at + part.length()) < 0) {
                return Optional.of(
                        new RoleId(new AccessScope(id.substring(0, at)), type, id.substring(at + part.length())));
            }
        }
        return Optional.empty();
    }

    boolean isAssignment() {
        return type.equals(Roles.ASSIGNMENTS);
    }

    UUID guid() {
        try {
            UUID guid = UUID.fromString(name);
            if (guid.toString().equalsIgnoreCase(name)) {
                return guid;
            }
        } catch (IllegalArgumentException noGuid) {
            // Told below, like one that is written shorter.
        }
        throw new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_RESOURCE_NAME,
                "The name of a role or of an assignment is a GUID, such as [guid(...)] makes, found '" + name + "'.",
                "name"));
    }
}
