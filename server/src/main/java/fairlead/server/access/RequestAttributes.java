package fairlead.server.access;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What conditions can ask about one request.
///
/// Implements "Authorization actions and attributes" of Azure role assignment conditions, as far as they are of role
/// assignments: these are what delegation is limited by.
///
/// @param values by source and name in lower case, as [#key] makes it
public record RequestAttributes(Map<String, List<String>> values) {

    /// Of a request about nothing that conditions know.
    public static final RequestAttributes NONE = new RequestAttributes(Map.of());

    private static final String ASSIGNMENTS = "Microsoft.Authorization/roleAssignments:";

    public RequestAttributes {
        values = Map.copyOf(values);
    }

    /// Of a request that makes or removes a role assignment.
    ///
    /// @param made whether it makes one; else the assignment is the resource that is removed
    public static RequestAttributes ofAssignment(boolean made, String role, String principal, String principalType) {
        String source = made ? "Request" : "Resource";
        return new RequestAttributes(Map.of(
                key(source, ASSIGNMENTS + "RoleDefinitionId"), List.of(role),
                key(source, ASSIGNMENTS + "PrincipalId"), List.of(principal),
                key(source, ASSIGNMENTS + "PrincipalType"), List.of(principalType)));
    }

    /// The form in which attributes are looked up: the source and the name, in lower case.
    ///
    /// @param source `Request` or `Resource`
    public static String key(String source, String name) {
        return (source + "[" + name + "]").toLowerCase(Locale.ROOT);
    }

    /// The values; empty if this request has none.
    public Optional<List<String>> of(String key) {
        return Optional.ofNullable(values.get(key));
    }
}
