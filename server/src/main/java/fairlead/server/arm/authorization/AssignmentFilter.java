package fairlead.server.arm.authorization;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The `$filter` of a list of assignments: `atScope()`, `assignedTo('ID')` and `principalId eq 'ID'`, and any of them
/// joined
/// by `and`.
///
/// Implements "Role Assignments - List For Scope" of the REST reference of Azure's authorization.
///
/// @param atScope whether only those at the scope and above are asked for, and none below
/// @param assignedTo to whom, also by the groups that they are in
/// @param principal to whom exactly
record AssignmentFilter(boolean atScope, Optional<UUID> assignedTo, Optional<UUID> principal) {

    private static final Pattern PART = Pattern.compile(
            "(?<scope>atScope\\(\\))|assignedTo\\('(?<assigned>[^']*)'\\)|principalId\\s+eq\\s+'(?<principal>[^']*)'",
            Pattern.CASE_INSENSITIVE);

    /// @param text the option; blank for all
    static AssignmentFilter parse(String text) {
        boolean atScope = false;
        Optional<UUID> assignedTo = Optional.empty();
        Optional<UUID> principal = Optional.empty();
        String rest = text.strip();
        while (!rest.isEmpty()) {
            Matcher part = PART.matcher(rest);
            if (!part.lookingAt()) {
                throw wrong(text);
            }
            atScope |= part.group("scope") != null;
            if (part.group("assigned") != null) {
                assignedTo = Optional.of(id(part.group("assigned"), text));
            }
            if (part.group("principal") != null) {
                principal = Optional.of(id(part.group("principal"), text));
            }
            rest = rest.substring(part.end()).strip();
            if (!rest.isEmpty()) {
                if (!rest.regionMatches(true, 0, "and ", 0, 4)) {
                    throw wrong(text);
                }
                rest = rest.substring(4).strip();
            }
        }
        return new AssignmentFilter(atScope, assignedTo, principal);
    }

    private static UUID id(String text, String filter) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException notOne) {
            throw wrong(filter);
        }
    }

    private static ProblemException wrong(String filter) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                "The $filter '" + filter
                        + "' can't be used: expected atScope(), assignedTo('ID') or principalId eq 'ID',"
                        + " joined by and.",
                "$filter"));
    }
}
