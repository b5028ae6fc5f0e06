package fairlead.server.arm.authorization;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Asked;
import fairlead.server.access.Authorizer;
import fairlead.server.access.role.CurrentRules;
import fairlead.server.access.role.DenyAssignment;
import fairlead.server.access.role.Permission;
import fairlead.server.access.role.RoleAssignment;
import fairlead.server.access.role.RoleDefinition;
import fairlead.server.access.role.RoleJson;
import fairlead.server.access.role.Roles;
import fairlead.server.http.ErrorDocument;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.http.Surface;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The addresses `{scope}/providers/Microsoft.Authorization/...` of roles, assignments, denials and permissions.
///
/// Implements the operations "Role Definitions", "Role Assignments", "Deny Assignments" and "Permissions" of the REST
/// reference of Azure's authorization, as `az role` and the SDKs call them.
public final class AuthorizationSurface implements Surface {

    /// The query options, all that there are.
    public static final Set<String> QUERY_OPTIONS = Set.of("api-version", "$filter");

    private static final String NAMESPACE = "microsoft.authorization";
    private static final String DEFINITIONS = "roledefinitions";
    private static final String ASSIGNMENTS = "roleassignments";
    private static final String DENIALS = "denyassignments";
    private static final String PERMISSIONS = "permissions";
    private static final String ELEVATION = "elevateaccess";
    private static final String CHECK = "checkaccess";
    private static final Set<String> KINDS = Set.of(DEFINITIONS, ASSIGNMENTS, DENIALS, PERMISSIONS, ELEVATION, CHECK);
    private static final Pattern ROLE_NAME =
            Pattern.compile("roleName\\s+eq\\s+'((?:[^']|'')*)'", Pattern.CASE_INSENSITIVE);
    private static final Pattern ROLE_TYPE =
            Pattern.compile("type\\s+eq\\s+'(BuiltInRole|CustomRole)'", Pattern.CASE_INSENSITIVE);
    static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Roles roles;
    private final Authorizer authorizer;
    private final CurrentRules rules;

    public AuthorizationSurface(Roles roles, Authorizer authorizer, CurrentRules rules) {
        this.roles = roles;
        this.authorizer = authorizer;
        this.rules = rules;
    }

    /// What an address names.
    ///
    /// @param kind one of [#KINDS]
    /// @param name of one; empty for all
    private record Place(AccessScope scope, String kind, Optional<String> name) {

        /// Empty for an address that is none of these.
        static Optional<Place> of(List<String> path) {
            for (int i = path.size() - 3; i >= 0; i--) {
                boolean here = path.get(i).equalsIgnoreCase("providers")
                        && path.get(i + 1).equalsIgnoreCase(NAMESPACE)
                        && KINDS.contains(path.get(i + 2).toLowerCase(Locale.ROOT))
                        && path.size() <= i + 4;
                if (here) {
                    String scope = i == 0 ? "" : "/" + String.join("/", path.subList(0, i));
                    Optional<String> name = path.size() == i + 4 ? Optional.of(path.get(i + 3)) : Optional.empty();
                    return Optional.of(
                            new Place(new AccessScope(scope), path.get(i + 2).toLowerCase(Locale.ROOT), name));
                }
            }
            return Optional.empty();
        }

        UUID id() {
            String text = name.orElse("");
            try {
                UUID id = UUID.fromString(text);
                if (id.toString().equalsIgnoreCase(text)) {
                    return id;
                }
            } catch (IllegalArgumentException notOne) {
                // Told below, like one that is written shorter.
            }
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_RESOURCE_NAME,
                    "Expected a GUID as the last part, found '" + text + "'.",
                    "name"));
        }
    }

    @Override
    public boolean serves(Request request) {
        return mayBeOurs(request.path()) && Place.of(request.segmentsOfId()).isPresent();
    }

    /// Every request is asked this, so most of them are told apart without being taken to pieces: the namespace is the
    /// last
    /// part but one, or but two.
    private static boolean mayBeOurs(String path) {
        int end = path.length() - (path.endsWith("/") ? 1 : 0);
        int last = path.lastIndexOf('/', end - 1);
        int second = path.lastIndexOf('/', last - 1);
        int third = path.lastIndexOf('/', second - 1);
        return path.regionMatches(true, second + 1, NAMESPACE, 0, NAMESPACE.length())
                || path.regionMatches(true, third + 1, NAMESPACE, 0, NAMESPACE.length());
    }

    @Override
    public Asked asks(Request request) {
        Place place = Place.of(request.segmentsOfId()).orElseThrow();
        boolean reads = request.method().equals("GET");
        return switch (place.kind) {
            case DEFINITIONS -> reads ? at(Action.read(Roles.DEFINITIONS), place) : Asked.KNOWN;
            case DENIALS -> at(Action.ofMethod(request.method(), Roles.DENIALS), place);
            case ASSIGNMENTS ->
                reads && place.name.isPresent() ? at(Action.read(Roles.ASSIGNMENTS), place) : Asked.KNOWN;
            default -> Asked.KNOWN;
        };
    }

    private static Asked at(Action action, Place place) {
        return new Asked.Of(action, place.scope);
    }

    @Override
    public String door() {
        return "arm";
    }

    @Override
    public Response refuse(Request request, Problem problem) {
        return ErrorDocument.response(request, problem);
    }

    @Override
    public Response answer(Request request) {
        Place place = Place.of(request.segmentsOfId()).orElseThrow();
        requireConcern(request, place.scope);
        request.reads(QUERY_OPTIONS);
        if (request.query("api-version").filter(version -> !version.isBlank()).isEmpty()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.MISSING_API_VERSION_PARAMETER,
                    "The api-version query parameter (?api-version=) is required for all requests.",
                    "api-version"));
        }
        return switch (place.kind) {
            case DEFINITIONS -> place.name.isPresent() ? definition(request, place) : definitions(request, place);
            case ASSIGNMENTS -> place.name.isPresent() ? assignment(request, place) : assignments(request, place);
            case DENIALS -> place.name.isPresent() ? denial(request, place) : denials(request, place);
            case ELEVATION -> elevated(request, place);
            case CHECK -> new AccessCheck(authorizer).answer(request, place.scope);
            default -> permissions(request, place);
        };
    }

    /// Only at the root, and without a name.
    private Response elevated(Request request, Place place) {
        require(request, "POST");
        if (!place.scope.equals(AccessScope.ROOT) || place.name.isPresent()) {
            throw new ProblemException(
                    new Problem.NotFound(ProblemCode.NOT_FOUND, "There is nothing at '" + request.path() + "'."));
        }
        if (!authorizer.isOpen()) {
            roles.elevate(request.caller());
        }
        return Response.empty(200);
    }

    private void requireConcern(Request request, AccessScope scope) {
        String subscription = scope.subscription();
        if (!subscription.isEmpty() && !authorizer.concerns(request.caller(), subscription)) {
            throw new ProblemException(Problem.subscriptionNotFound(subscription));
        }
    }

    // -- definitions --------------------------------------------------------------------------------------------------

    private Response definitions(Request request, Place place) {
        require(request, "GET");
        Predicate<RoleDefinition> wanted =
                definitionFilter(request.query("$filter").orElse(""));
        return list(roles.definitions(place.scope).stream().filter(wanted).map(role -> json(role, place.scope)));
    }

    /// Azure has `atScopeAndBelow()` besides, which asks for more than what may be assigned at the scope.
    private static Predicate<RoleDefinition> definitionFilter(String filter) {
        Predicate<RoleDefinition> all = _ -> true;
        for (String part :
                filter.strip().isEmpty() ? new String[0] : filter.strip().split("(?i)\\s+and\\s+", -1)) {
            Matcher name = ROLE_NAME.matcher(part);
            Matcher type = ROLE_TYPE.matcher(part);
            if (name.matches()) {
                String wanted = name.group(1).replace("''", "'");
                all = all.and(role -> role.name().equalsIgnoreCase(wanted));
            } else if (type.matches()) {
                boolean builtIn = type.group(1).equalsIgnoreCase("BuiltInRole");
                all = all.and(role -> role.builtIn() == builtIn);
            } else if (!part.equalsIgnoreCase("atScopeAndBelow()")) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                        "The $filter '" + filter
                                + "' can't be used: expected roleName eq 'NAME' or type eq 'CustomRole'"
                                + " or 'BuiltInRole', joined by and.",
                        "$filter"));
            }
        }
        return all;
    }

    private Response definition(Request request, Place place) {
        return switch (request.method()) {
            case "GET" -> json(200, json(definition(place), place.scope));
            case "PUT" -> {
                var put = roles.putDefinition(request.caller(), place.id(), properties(request));
                yield json(put.created() ? 201 : 200, json(put.value(), place.scope));
            }
            case "DELETE" ->
                roles.deleteDefinition(request.caller(), place.id())
                        .map(role -> json(200, json(role, place.scope)))
                        .orElseGet(() -> Response.empty(204));
            default -> throw notAllowed(request);
        };
    }

    private RoleDefinition definition(Place place) {
        return roles.definition(place.id())
                .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                        ProblemCode.ROLE_DEFINITION_NOT_FOUND,
                        "The specified role definition with ID '" + place.id() + "' does not exist.")));
    }

    static ObjectNode json(RoleDefinition role, AccessScope scope) {
        return envelope(roleId(role.id(), scope), Roles.DEFINITIONS, role.id(), RoleJson.properties(role));
    }

    /// Azure names a role below the subscription from which it is looked at.
    static String roleId(UUID role, AccessScope scope) {
        String subscription = scope.subscription();
        String begin = subscription.isEmpty()
                ? ""
                : AccessScope.subscription(subscription).path();
        return begin + "/providers/" + Roles.DEFINITIONS + "/" + role;
    }

    // -- assignments --------------------------------------------------------------------------------------------------

    private Response assignments(Request request, Place place) {
        require(request, "GET");
        AssignmentFilter filter =
                AssignmentFilter.parse(request.query("$filter").orElse(""));
        Set<UUID> identities = filter.assignedTo().map(rules::identities).orElse(Set.of());
        return list(roles
                .assignments(
                        request.caller(),
                        place.scope,
                        assignment -> (!filter.atScope() || assignment.scope().covers(place.scope))
                                && filter.principal()
                                        .map(assignment.principal()::equals)
                                        .orElse(true)
                                && (filter.assignedTo().isEmpty() || identities.contains(assignment.principal())))
                .stream()
                .map(AuthorizationSurface::json));
    }

    private Response assignment(Request request, Place place) {
        return switch (request.method()) {
            case "GET" ->
                roles.assignment(place.scope, place.id())
                        .map(found -> json(200, json(found)))
                        .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                                ProblemCode.ROLE_ASSIGNMENT_NOT_FOUND,
                                "The role assignment '" + place.id() + "' is not found.")));
            case "PUT" -> {
                var put = roles.putAssignment(request.caller(), place.scope, place.id(), properties(request));
                yield json(put.created() ? 201 : 200, json(put.value()));
            }
            case "DELETE" ->
                roles.deleteAssignment(request.caller(), place.scope, place.id())
                        .map(found -> json(200, json(found)))
                        .orElseGet(() -> Response.empty(204));
            default -> throw notAllowed(request);
        };
    }

    static ObjectNode json(RoleAssignment assignment) {
        return envelope(
                assignment.id(),
                Roles.ASSIGNMENTS,
                assignment.name(),
                RoleJson.properties(assignment, roleId(assignment.role(), assignment.scope())));
    }

    // -- denials ------------------------------------------------------------------------------------------------------

    private Response denials(Request request, Place place) {
        require(request, "GET");
        AssignmentFilter filter =
                AssignmentFilter.parse(request.query("$filter").orElse(""));
        return list(roles
                .denials(
                        place.scope,
                        denial -> (!filter.atScope() || denial.scope().covers(place.scope))
                                && filter.principal()
                                        .map(denial.principals()::contains)
                                        .orElse(true))
                .stream()
                .map(AuthorizationSurface::json));
    }

    private Response denial(Request request, Place place) {
        return switch (request.method()) {
            case "GET" ->
                roles.denials(place.scope, one -> one.name().equals(place.id())).stream()
                        .findFirst()
                        .map(found -> json(200, json(found)))
                        .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                                ProblemCode.DENY_ASSIGNMENT_NOT_FOUND,
                                "The deny assignment '" + place.id() + "' is not found.")));
            case "PUT" -> {
                var put = roles.putDenial(request.caller(), place.scope, place.id(), properties(request));
                yield json(put.created() ? 201 : 200, json(put.value()));
            }
            case "DELETE" ->
                roles.deleteDenial(request.caller(), place.scope, place.id())
                        .map(found -> json(200, json(found)))
                        .orElseGet(() -> Response.empty(204));
            default -> throw notAllowed(request);
        };
    }

    private static ObjectNode json(DenyAssignment denial) {
        return envelope(denial.id(), Roles.DENIALS, denial.name(), RoleJson.properties(denial));
    }

    // -- permissions --------------------------------------------------------------------------------------------------

    /// What the caller may do at the scope: the permissions of all roles that it has there.
    private Response permissions(Request request, Place place) {
        require(request, "GET");
        List<Permission> own = authorizer.isOpen()
                ? List.of(Permission.of("*"))
                : rules.get().permissions(request.caller().subject(), place.scope);
        return list(own.stream().map(RoleJson::json));
    }

    // -- what all have in common
    // ----------------------------------------------------------------------------------------

    private static JsonNode properties(Request request) {
        ObjectNode body = request.object(STRICT);
        if (body.path("properties").isObject()) {
            return body.path("properties");
        }
        throw new ProblemException(Problem.InvalidBody.of("envelope.type", "expected an object", "/properties"));
    }

    private static ObjectNode envelope(String id, String type, UUID name, ObjectNode properties) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("properties", properties);
        json.put("id", id);
        json.put("type", type);
        json.put("name", name.toString());
        return json;
    }

    private static Response list(Stream<ObjectNode> items) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ArrayNode value = json.putArray("value");
        items.forEach(value::add);
        return json(200, json);
    }

    private static Response json(int status, ObjectNode body) {
        return Response.json(status, JsonMapper.shared().writeValueAsBytes(body));
    }

    static void require(Request request, String method) {
        if (!request.method().equals(method)) {
            throw notAllowed(request);
        }
    }

    private static ProblemException notAllowed(Request request) {
        return new ProblemException(new Problem.MethodNotAllowed(request.method()));
    }
}
