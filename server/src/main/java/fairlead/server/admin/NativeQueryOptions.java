package fairlead.server.admin;

import java.util.List;
import java.util.Set;

/// The query options of the addresses below `/fairlead` that [AdminSurface] serves: the only place where one is
/// declared.
///
/// A route that reads another one fails, and a test holds these against `/openapi.json` and the reference.
public final class NativeQueryOptions {

    private static final Set<String> AUDIT = Set.of(
            "subscription", "resource", "correlationId", "plane", "places", "from", "until", "$top", "$skipToken");

    private static final Set<String> GRAPH = Set.of("subscription", "group", "$top", "$skipToken");

    private NativeQueryOptions() {}

    /// @param method of a request, in upper case
    /// @param path its segments; the first is `fairlead`
    public static Set<String> of(String method, List<String> path) {
        return AdminSection.of(path.size() < 2 ? "" : path.get(1))
                .map(section -> of(method, section, path))
                .orElse(Set.of());
    }

    private static Set<String> of(String method, AdminSection section, List<String> path) {
        return switch (section) {
            case TYPES -> ofTypes(method, path.size());
            case RESOURCES -> Set.of("arn");
            case GRAPH -> GRAPH;
            case AUDIT -> ofAudit(path);
            case DOCUMENTS -> Set.of("uri");
            case IMPORTS, SIMULATIONS, VERSION, HEALTH, CHECK, SEAL -> Set.of();
            case TARGETS -> Set.of(SecretTargetRoutes.RESOURCE);
        };
    }

    private static Set<String> ofAudit(List<String> path) {
        return switch (path.size() == 3 ? path.get(2) : "") {
            case "proof" -> Set.of("subscription", "eventId");
            case "checkpoints", "entries" -> Set.of("after");
            default -> path.size() == 2 ? AUDIT : Set.of();
        };
    }

    private static Set<String> ofTypes(String method, int size) {
        if (method.equals("POST") && size == 2) {
            return Set.of("tests");
        }
        return method.equals("DELETE") && size == 3 ? Set.of("version") : Set.of();
    }
}
