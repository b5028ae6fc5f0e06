package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.condition.Condition;
import fairlead.server.problem.Problem;
import fairlead.server.problem.Problem.Detail;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Roles, assignments and denials as JSON: the `properties` of Azure's REST API, which is also what is stored.
public final class RoleJson {

    private static final String CONDITION_VERSION = "2.0";
    private static final int MOST_ACTIONS = 2_000;
    private static final int LONGEST_ACTION = 256;
    private static final Set<String> PRINCIPAL_TYPES =
            Set.of("User", "Group", "ServicePrincipal", "ForeignGroup", "Device");

    private RoleJson() {}

    // -- definitions --------------------------------------------------------------------------------------------------

    /// The properties of a role.
    public static ObjectNode properties(RoleDefinition role) {
        ObjectNode json = object();
        json.put("roleName", role.name());
        json.put("type", role.builtIn() ? "BuiltInRole" : "CustomRole");
        json.put("description", role.description());
        ArrayNode scopes = json.putArray("assignableScopes");
        role.assignableScopes().forEach(scopes::add);
        ArrayNode permissions = json.putArray("permissions");
        role.permissions().forEach(permission -> permissions.add(json(permission)));
        write(role.written(), json);
        return json;
    }

    /// A permission, as it stands in a role.
    public static ObjectNode json(Permission permission) {
        ObjectNode json = object();
        write(json.putArray("actions"), permission.actions());
        write(json.putArray("notActions"), permission.notActions());
        write(json.putArray("dataActions"), permission.dataActions());
        write(json.putArray("notDataActions"), permission.notDataActions());
        return json;
    }

    private static void write(ArrayNode array, List<ActionPattern> patterns) {
        patterns.forEach(pattern -> array.add(pattern.text()));
    }

    private static void write(RoleDefinition.Written written, ObjectNode json) {
        json.put("createdOn", written.createdAt().toString());
        json.put("updatedOn", written.changedAt().toString());
        json.put("createdBy", written.createdBy());
        json.put("updatedBy", written.changedBy());
    }

    private static RoleDefinition.Written written(JsonNode json) {
        return new RoleDefinition.Written(
                Instant.parse(json.path("createdOn").asString()),
                json.path("createdBy").asString(""),
                Instant.parse(json.path("updatedOn").asString()),
                json.path("updatedBy").asString(""));
    }

    /// A custom role as a caller asks for it; a problem with all that is wrong.
    public static RoleDefinition definition(UUID id, JsonNode properties, RoleDefinition.Written written) {
        Reading reading = new Reading();
        String name = reading.text(properties, "roleName", "/properties/roleName");
        List<Permission> permissions = reading.permissions(properties.path("permissions"));
        List<String> scopes = reading.texts(properties.path("assignableScopes"), "/properties/assignableScopes");
        if (scopes.isEmpty()) {
            reading.wrong("role.scopes", "expected at least one assignable scope", "/properties/assignableScopes");
        }
        for (int i = 0; i < scopes.size(); i++) {
            if (!scopes.get(i).startsWith("/")) {
                reading.wrong(
                        "role.scopes",
                        "expected / or the id of a subscription, a group or a resource, found '" + scopes.get(i) + "'",
                        "/properties/assignableScopes/" + i);
            }
        }
        reading.end();
        return new RoleDefinition(
                id, name, properties.path("description").asString(""), false, permissions, scopes, written);
    }

    static RoleDefinition stored(UUID id, JsonNode properties) {
        return definition(id, properties, written(properties));
    }

    // -- assignments --------------------------------------------------------------------------------------------------

    /// The properties of an assignment.
    ///
    /// @param roleId its role as ARM names it
    public static ObjectNode properties(RoleAssignment assignment, String roleId) {
        ObjectNode json = object();
        json.put("roleDefinitionId", roleId);
        json.put("principalId", assignment.principal().toString());
        json.put("principalType", assignment.assignee().type());
        json.put("scope", assignment.scope().toString());
        json.put("description", assignment.description());
        assignment
                .condition()
                .ifPresentOrElse(
                        condition ->
                                json.put("condition", condition.toString()).put("conditionVersion", CONDITION_VERSION),
                        () -> json.putNull("condition").putNull("conditionVersion"));
        assignment.ends().ifPresent(end -> json.put("endsOn", end.toString()));
        write(assignment.written(), json);
        return json;
    }

    /// An assignment as a caller asks for it; a problem with all that is wrong.
    public static RoleAssignment assignment(
            UUID name, AccessScope scope, JsonNode properties, RoleDefinition.Written written) {
        Reading reading = new Reading();
        UUID role = reading.id(last(properties.path("roleDefinitionId").asString("")), "/properties/roleDefinitionId");
        UUID principal = reading.id(properties.path("principalId").asString(""), "/properties/principalId");
        if (principal.equals(DenyAssignment.EVERYONE)) {
            reading.wrong("role.principal", "expected the id of a principal", "/properties/principalId");
        }
        String type = properties.path("principalType").asString("User");
        if (!PRINCIPAL_TYPES.contains(type)) {
            reading.wrong(
                    "role.principal-type",
                    "expected User, Group, ServicePrincipal, ForeignGroup or Device, found '" + type + "'",
                    "/properties/principalType");
        }
        Optional<Instant> ends = reading.time(properties.path("endsOn"), "/properties/endsOn");
        reading.end();
        Optional<Condition> condition = condition(properties);
        return new RoleAssignment(
                name,
                scope,
                new RoleAssignment.Assignee(principal, type),
                role,
                properties.path("description").asString(""),
                new RoleAssignment.Limits(condition, ends),
                written);
    }

    private static Optional<Condition> condition(JsonNode properties) {
        String text = properties.path("condition").asString("");
        if (text.isBlank()) {
            return Optional.empty();
        }
        String version = properties.path("conditionVersion").asString(CONDITION_VERSION);
        if (!version.equals(CONDITION_VERSION)) {
            throw invalid("The conditionVersion is '" + version + "'; expected 2.0.", "/properties/conditionVersion");
        }
        try {
            return Optional.of(Condition.parse(text));
        } catch (IllegalArgumentException wrong) {
            throw invalid("The condition can't be used: " + wrong.getMessage() + ".", "/properties/condition");
        }
    }

    private static ProblemException invalid(String message, String target) {
        return new ProblemException(new Problem.BadRequest(ProblemCode.INVALID_CONDITION, message, target));
    }

    static RoleAssignment stored(UUID name, String scope, JsonNode properties) {
        return assignment(name, new AccessScope(scope), properties, written(properties));
    }

    // -- denials ------------------------------------------------------------------------------------------------------

    /// The properties of a denial.
    public static ObjectNode properties(DenyAssignment denial) {
        ObjectNode json = object();
        json.put("denyAssignmentName", denial.title());
        json.put("description", denial.description());
        ArrayNode permissions = json.putArray("permissions");
        denial.permissions().forEach(permission -> permissions.add(json(permission)));
        json.put("scope", denial.scope().toString());
        json.put("doNotApplyToChildScopes", denial.notBelow());
        json.set("principals", principals(denial.principals()));
        json.set("excludePrincipals", principals(denial.excluded()));
        json.put("isSystemProtected", denial.isProtected());
        write(denial.written(), json);
        return json;
    }

    private static ArrayNode principals(Set<UUID> ids) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        ids.stream()
                .sorted()
                .forEach(id -> array.addObject()
                        .put("id", id.toString())
                        .put("type", id.equals(DenyAssignment.EVERYONE) ? "SystemDefined" : "User"));
        return array;
    }

    /// A denial as a caller asks for it; a problem with all that is wrong.
    public static DenyAssignment denial(
            UUID name, AccessScope scope, JsonNode properties, RoleDefinition.Written written) {
        Reading reading = new Reading();
        String title = reading.text(properties, "denyAssignmentName", "/properties/denyAssignmentName");
        List<Permission> permissions = reading.permissions(properties.path("permissions"));
        Set<UUID> principals = reading.principals(properties.path("principals"), "/properties/principals");
        Set<UUID> excluded = reading.principals(properties.path("excludePrincipals"), "/properties/excludePrincipals");
        if (principals.isEmpty()) {
            reading.wrong("role.principals", "expected at least one principal", "/properties/principals");
        }
        reading.end();
        return new DenyAssignment(
                name,
                title,
                properties.path("description").asString(""),
                scope,
                permissions,
                principals,
                excluded,
                properties.path("doNotApplyToChildScopes").asBoolean(false),
                properties.path("isSystemProtected").asBoolean(false),
                written);
    }

    static DenyAssignment storedDenial(UUID name, String scope, JsonNode properties) {
        return denial(name, new AccessScope(scope), properties, written(properties));
    }

    private static String last(String id) {
        return id.substring(id.lastIndexOf('/') + 1);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /// Gathers what is wrong.
    private static final class Reading {

        private final List<Detail> wrong = new ArrayList<>();

        void wrong(String id, String message, String target) {
            wrong.add(new Detail(id, message, target));
        }

        void end() {
            if (!wrong.isEmpty()) {
                throw new ProblemException(new Problem.InvalidBody(wrong));
            }
        }

        String text(JsonNode json, String member, String pointer) {
            String text = json.path(member).asString("");
            if (text.isBlank()) {
                wrong("role.name", "expected a text that is not empty", pointer);
            }
            return text;
        }

        UUID id(String text, String pointer) {
            try {
                UUID id = UUID.fromString(text);
                if (id.toString().equalsIgnoreCase(text)) {
                    return id;
                }
            } catch (IllegalArgumentException notOne) {
                // Told below, like one that is written shorter.
            }
            wrong("role.guid", "expected a GUID, found '" + text + "'", pointer);
            return DenyAssignment.EVERYONE;
        }

        Optional<Instant> time(JsonNode text, String pointer) {
            if (text.isMissingNode() || text.isNull()) {
                return Optional.empty();
            }
            try {
                return Optional.of(Instant.parse(text.asString("")));
            } catch (DateTimeException notOne) {
                wrong("role.time", "expected a time such as 2027-01-31T00:00:00Z, found " + text, pointer);
                return Optional.empty();
            }
        }

        List<String> texts(JsonNode array, String pointer) {
            List<String> texts = new ArrayList<>();
            if (!array.isMissingNode() && !array.isNull() && !array.isArray()) {
                wrong("role.list", "expected an array of texts", pointer);
            }
            for (int i = 0; i < array.size(); i++) {
                if (array.get(i).isString()) {
                    texts.add(array.get(i).asString());
                } else {
                    wrong("role.list", "expected a text, found " + array.get(i), pointer + "/" + i);
                }
            }
            return texts;
        }

        List<Permission> permissions(JsonNode array) {
            List<Permission> permissions = new ArrayList<>();
            for (int i = 0; i < array.size(); i++) {
                String pointer = "/properties/permissions/" + i;
                JsonNode one = array.get(i);
                permissions.add(new Permission(
                        patterns(one, "actions", pointer),
                        patterns(one, "notActions", pointer),
                        patterns(one, "dataActions", pointer),
                        patterns(one, "notDataActions", pointer)));
            }
            if (permissions.isEmpty()) {
                wrong("role.permissions", "expected at least one permission", "/properties/permissions");
            }
            return permissions;
        }

        private List<ActionPattern> patterns(JsonNode permission, String member, String pointer) {
            List<String> texts = texts(permission.path(member), pointer + "/" + member);
            if (texts.size() > MOST_ACTIONS) {
                wrong("role.actions", "expected at most " + MOST_ACTIONS + " actions", pointer + "/" + member);
            }
            for (int i = 0; i < texts.size(); i++) {
                String text = texts.get(i);
                if ((!text.equals("*") && !text.contains("/")) || text.length() > LONGEST_ACTION) {
                    String place = pointer + "/" + member + "/" + i;
                    wrong("role.action", "expected Namespace/type/action or *, found '" + text + "'", place);
                }
            }
            return texts.stream().map(ActionPattern::new).toList();
        }

        Set<UUID> principals(JsonNode array, String pointer) {
            Set<UUID> ids = new LinkedHashSet<>();
            for (int i = 0; i < array.size(); i++) {
                ids.add(id(array.get(i).path("id").asString(""), pointer + "/" + i + "/id"));
            }
            return ids;
        }
    }
}
