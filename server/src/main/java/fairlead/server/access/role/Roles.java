package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.RequestAttributes;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The verbs on roles, on whom they are assigned to, and on what is denied. Each change is decided once more in its own
/// transaction, after which it counts: for this process at once, for others with the same database within a second.
public final class Roles {

    /// The types, as ARM names them.
    public static final String DEFINITIONS = "Microsoft.Authorization/roleDefinitions";

    public static final String ASSIGNMENTS = "Microsoft.Authorization/roleAssignments";
    public static final String DENIALS = "Microsoft.Authorization/denyAssignments";

    private static final String ELEVATE = "Microsoft.Authorization/elevateAccess/Action";
    private static final Duration ELEVATED = Duration.ofHours(8);

    private final RoleStore store = new RoleStore();
    private final Database database;
    private final Authorizer authorizer;
    private final RuleChanges changes;
    private final AuditTrail audit;
    private final Clock clock;

    public Roles(Database database, Authorizer authorizer, RuleChanges changes, AuditTrail audit, Clock clock) {
        this.database = database;
        this.authorizer = authorizer;
        this.changes = changes;
        this.audit = audit;
        this.clock = clock;
    }

    /// The same verbs, where nothing that they do stays: whether they would be refused.
    public Roles rehearsed() {
        return new Roles(database, authorizer, changes.rehearsed(), audit, clock);
    }

    /// What a PUT has made of it.
    public record Put<T>(T value, boolean created) {}

    // -- definitions --------------------------------------------------------------------------------------------------

    /// All roles that may be assigned at the scope, by name.
    public List<RoleDefinition> definitions(AccessScope scope) {
        return database.read(store::definitions).values().stream()
                .filter(role -> role.assignableScopes().stream().anyMatch(one -> new AccessScope(one).covers(scope)))
                .sorted(Comparator.comparing(RoleDefinition::name, String.CASE_INSENSITIVE_ORDER))
                .toList();
    }

    /// The role with that id, wherever it may be assigned.
    public Optional<RoleDefinition> definition(UUID id) {
        return Optional.ofNullable(database.read(store::definitions).get(id));
    }

    /// Makes a custom role or changes one. Its maker has to have at each of its assignable scopes the right to, and
    /// whatever it allows.
    public Put<RoleDefinition> putDefinition(Caller caller, UUID id, JsonNode properties) {
        if (BuiltInRoles.find(id).isPresent()) {
            throw refused(
                    ProblemCode.ROLE_DEFINITION_UPDATE_NOT_PERMITTED, "The role '" + id + "' ships with the server.");
        }
        return change(transaction -> {
            Map<UUID, RoleDefinition> all = store.definitions(transaction);
            Optional<RoleDefinition> before = Optional.ofNullable(all.get(id));
            RoleDefinition role =
                    RoleJson.definition(id, properties, written(before.map(RoleDefinition::written), caller));
            for (String scope : role.assignableScopes()) {
                requireMayGive(transaction, caller, new AccessScope(scope), Action.write(DEFINITIONS), role);
            }
            requireNewName(all, role);
            store.put(transaction, role);
            record(
                    transaction,
                    caller,
                    "PutRoleDefinition",
                    definitionId(role),
                    DEFINITIONS,
                    RoleJson.properties(role));
            return new Put<>(role, before.isEmpty());
        });
    }

    private static void requireNewName(Map<UUID, RoleDefinition> all, RoleDefinition role) {
        boolean taken = all.values().stream()
                .anyMatch(other -> !other.id().equals(role.id()) && other.name().equalsIgnoreCase(role.name()));
        if (taken) {
            throw refused(
                    ProblemCode.ROLE_DEFINITION_WITH_SAME_NAME_EXISTS,
                    "A role named '" + role.name() + "' exists already.");
        }
    }

    /// Removes a custom role, unless it is assigned; empty if there is none.
    public Optional<RoleDefinition> deleteDefinition(Caller caller, UUID id) {
        if (BuiltInRoles.find(id).isPresent()) {
            throw refused(
                    ProblemCode.ROLE_DEFINITION_UPDATE_NOT_PERMITTED, "The role '" + id + "' ships with the server.");
        }
        return change(transaction -> {
            Optional<RoleDefinition> role =
                    Optional.ofNullable(store.definitions(transaction).get(id));
            role.ifPresent(present -> {
                present.assignableScopes()
                        .forEach(scope -> authorizer.confirm(
                                transaction,
                                caller.with(authorizer.require(
                                        caller, Action.delete(DEFINITIONS), new AccessScope(scope)))));
                long uses = store.assignments(transaction).stream()
                        .filter(assignment -> assignment.role().equals(id))
                        .count();
                if (uses > 0) {
                    throw refused(
                            ProblemCode.ROLE_DEFINITION_HAS_ASSIGNMENTS,
                            "The role '" + present.name() + "' is assigned " + uses + " times. Remove these first.");
                }
                store.deleteDefinition(transaction, id);
                record(
                        transaction,
                        caller,
                        "DeleteRoleDefinition",
                        definitionId(present),
                        DEFINITIONS,
                        RoleJson.properties(present));
            });
            return role;
        });
    }

    // -- assignments --------------------------------------------------------------------------------------------------

    /// Those at the scope, above it and below it, of which the caller may know, by id.
    public List<RoleAssignment> assignments(Caller caller, AccessScope scope, Predicate<RoleAssignment> wanted) {
        var visible = authorizer.visible(caller, Action.read(ASSIGNMENTS));
        Instant now = clock.instant();
        return database.read(store::assignments).stream()
                .filter(assignment -> assignment.isCurrent(now))
                .filter(assignment -> assignment.scope().covers(scope) || scope.covers(assignment.scope()))
                .filter(assignment -> visible.covers(assignment.scope().key()) || visible.covers(scope.key()))
                .filter(wanted)
                .sorted(Comparator.comparing(RoleAssignment::id))
                .toList();
    }

    /// The one with that name, at exactly this scope.
    public Optional<RoleAssignment> assignment(AccessScope scope, UUID name) {
        return database.read(transaction -> store.assignment(transaction, name))
                .filter(assignment -> assignment.scope().key().equals(scope.key()));
    }

    /// Gives a principal a role. The caller has to have the right to, and as much right there as the role gives.
    public Put<RoleAssignment> putAssignment(Caller caller, AccessScope scope, UUID name, JsonNode properties) {
        return change(transaction -> {
            Optional<RoleAssignment> before = store.assignment(transaction, name);
            RoleAssignment asked =
                    RoleJson.assignment(name, scope, properties, written(before.map(RoleAssignment::written), caller));
            authorizer.confirm(
                    transaction,
                    caller.with(authorizer.require(caller, Action.write(ASSIGNMENTS), scope, attributes(true, asked))));
            RoleDefinition role = Optional.ofNullable(
                            store.definitions(transaction).get(asked.role()))
                    .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                            ProblemCode.ROLE_DEFINITION_DOES_NOT_EXIST,
                            "The specified role definition with ID '" + asked.role() + "' does not exist.",
                            "/properties/roleDefinitionId")));
            if (role.assignableScopes().stream().noneMatch(one -> new AccessScope(one).covers(scope))) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.ROLE_DEFINITION_DOES_NOT_EXIST,
                        "The role '" + role.name() + "' can't be assigned at '" + scope + "', only at "
                                + String.join(", ", role.assignableScopes()) + ".",
                        "/properties/roleDefinitionId"));
            }
            requireMayGive(transaction, caller, scope, Action.write(ASSIGNMENTS), role, attributes(true, asked));
            if (before.isPresent() && !before.get().isSame(asked)) {
                throw refused(
                        ProblemCode.ROLE_ASSIGNMENT_UPDATE_NOT_PERMITTED,
                        "Tenant ID, application ID, principal ID, and scope are not allowed to be updated.");
            }
            removeLike(transaction, asked, other -> !other.isCurrent(clock.instant()));
            boolean doubled = store.assignments(transaction).stream()
                    .anyMatch(other -> !other.name().equals(name) && other.isSame(asked));
            if (doubled) {
                throw refused(ProblemCode.ROLE_ASSIGNMENT_EXISTS, "The role assignment already exists.");
            }
            store.put(transaction, asked);
            record(
                    transaction,
                    caller,
                    "PutRoleAssignment",
                    asked.id(),
                    ASSIGNMENTS,
                    RoleJson.properties(asked, asked.role().toString()));
            return new Put<>(asked, before.isEmpty());
        });
    }

    /// Takes a role from a principal; empty if there is no such assignment. The last owner of everything stays.
    public Optional<RoleAssignment> deleteAssignment(Caller caller, AccessScope scope, UUID name) {
        return change(transaction -> {
            Optional<RoleAssignment> found = store.assignment(transaction, name)
                    .filter(assignment -> assignment.scope().key().equals(scope.key()));
            if (found.isEmpty()) {
                authorizer.require(caller, Action.delete(ASSIGNMENTS), scope);
                return found;
            }
            authorizer.confirm(
                    transaction,
                    caller.with(authorizer.require(
                            caller, Action.delete(ASSIGNMENTS), scope, attributes(false, found.get()))));
            requireAnotherOwner(transaction, found.get());
            store.deleteAssignment(transaction, name);
            record(
                    transaction,
                    caller,
                    "DeleteRoleAssignment",
                    found.get().id(),
                    ASSIGNMENTS,
                    RoleJson.properties(found.get(), found.get().role().toString()));
            return found;
        });
    }

    private static RequestAttributes attributes(boolean made, RoleAssignment assignment) {
        return RequestAttributes.ofAssignment(
                made,
                assignment.role().toString(),
                assignment.principal().toString(),
                assignment.assignee().type());
    }

    private void requireAnotherOwner(Transaction transaction, RoleAssignment leaving) {
        boolean last = ownsEverything(leaving)
                && store.assignments(transaction).stream()
                        .filter(Roles::ownsEverything)
                        .allMatch(other -> other.name().equals(leaving.name()));
        if (last) {
            throw refused(
                    ProblemCode.LAST_OWNER,
                    "This is the last owner of '/'. Make another one first: nobody could give roles any more.");
        }
    }

    /// Whether any principal owns everything.
    public boolean hasOwner() {
        return database.read(store::assignments).stream().anyMatch(Roles::ownsEverything);
    }

    /// Makes a principal the first owner of everything. Whether it may is decided by who calls this: it is the way in
    /// before
    /// there
    /// are roles.
    public void makeOwner(Caller caller, UUID principal, String principalType) {
        change(transaction -> {
            boolean late = store.assignments(transaction).stream().anyMatch(Roles::ownsEverything);
            if (late) {
                throw refused(ProblemCode.BOOTSTRAPPED_ALREADY, "There is an owner of everything already.");
            }
            RoleAssignment first = new RoleAssignment(
                    UUID.nameUUIDFromBytes(("owner:" + principal).getBytes(StandardCharsets.US_ASCII)),
                    AccessScope.ROOT,
                    new RoleAssignment.Assignee(principal, principalType),
                    BuiltInRoles.OWNER.id(),
                    "The first administrator.",
                    RoleAssignment.Limits.NONE,
                    written(Optional.empty(), caller));
            store.put(transaction, first);
            record(
                    transaction,
                    caller,
                    "Bootstrap",
                    first.id(),
                    ASSIGNMENTS,
                    RoleJson.properties(first, first.role().toString()));
            return first;
        });
    }

    private static boolean ownsEverything(RoleAssignment assignment) {
        return assignment.role().equals(BuiltInRoles.OWNER.id())
                && assignment.scope().equals(AccessScope.ROOT)
                && assignment.condition().isEmpty()
                && assignment.ends().isEmpty();
    }

    // -- elevation ----------------------------------------------------------------------------------------------------

    /// Makes a tenant administrator one of access to everything, for eight hours ("Elevate access to manage all Azure
    /// subscriptions"); a problem for all others.
    public RoleAssignment elevate(Caller caller) {
        UUID principal = caller.principal().id();
        Instant now = clock.instant();
        return change(transaction -> {
            if (!store.isTenantAdministrator(transaction, principal)) {
                throw new ProblemException(new Problem.Forbidden(
                        "The client '" + caller.principal().name() + "' with object id '" + principal
                                + "' does not have authorization to perform action '" + ELEVATE
                                + "' over scope '/' or the scope is invalid. If access was recently granted, please"
                                + " refresh your credentials."));
            }
            RoleAssignment wanted = new RoleAssignment(
                    UUID.nameUUIDFromBytes(("elevated:" + principal).getBytes(StandardCharsets.US_ASCII)),
                    AccessScope.ROOT,
                    new RoleAssignment.Assignee(
                            principal, caller.principal().type().equals("User") ? "User" : "ServicePrincipal"),
                    BuiltInRoles.USER_ACCESS_ADMINISTRATOR.id(),
                    "Elevated access.",
                    RoleAssignment.Limits.until(now.plus(ELEVATED)),
                    written(Optional.empty(), caller));
            Optional<RoleAssignment> lasting = store.assignments(transaction).stream()
                    .filter(wanted::isSame)
                    .filter(other -> other.ends().isEmpty())
                    .findFirst();
            if (lasting.isEmpty()) {
                removeLike(transaction, wanted, _ -> true);
                store.put(transaction, wanted);
                record(
                        transaction,
                        caller,
                        "ElevateAccess",
                        wanted.id(),
                        ASSIGNMENTS,
                        RoleJson.properties(wanted, wanted.role().toString()));
            }
            return lasting.orElse(wanted);
        });
    }

    /// Removes other assignments of the same role to the same principal at the same scope.
    private void removeLike(Transaction transaction, RoleAssignment wanted, Predicate<RoleAssignment> which) {
        store.assignments(transaction).stream()
                .filter(other -> !other.name().equals(wanted.name()) && other.isSame(wanted))
                .filter(which)
                .forEach(other -> store.deleteAssignment(transaction, other.name()));
    }

    /// Marks a principal as one that may elevate its access, or no more.
    public void markTenantAdministrator(Caller caller, UUID principal, boolean marked) {
        change(transaction -> {
            store.markTenantAdministrator(transaction, principal, marked, clock.instant());
            record(
                    transaction,
                    caller,
                    marked ? "MarkTenantAdministrator" : "UnmarkTenantAdministrator",
                    "/fairlead/principals/" + principal,
                    "Fairlead.Identity/tenantAdministrators",
                    JsonNodeFactory.instance.objectNode());
            return marked;
        });
    }

    // -- denials ------------------------------------------------------------------------------------------------------

    /// Those at the scope, above it and below it, by id.
    public List<DenyAssignment> denials(AccessScope scope, Predicate<DenyAssignment> wanted) {
        return database.read(store::denials).stream()
                .filter(denial -> denial.scope().covers(scope) || scope.covers(denial.scope()))
                .filter(wanted)
                .sorted(Comparator.comparing(DenyAssignment::id))
                .toList();
    }

    /// Forbids something, or changes what is forbidden.
    public Put<DenyAssignment> putDenial(Caller caller, AccessScope scope, UUID name, JsonNode properties) {
        return change(transaction -> {
            Optional<DenyAssignment> before = denial(transaction, scope, name);
            requireUnprotected(before);
            DenyAssignment asked =
                    RoleJson.denial(name, scope, properties, written(before.map(DenyAssignment::written), caller));
            store.put(transaction, asked);
            record(transaction, caller, "PutDenyAssignment", asked.id(), DENIALS, RoleJson.properties(asked));
            return new Put<>(asked, before.isEmpty());
        });
    }

    /// Forbids it no longer; empty if there is no such denial.
    public Optional<DenyAssignment> deleteDenial(Caller caller, AccessScope scope, UUID name) {
        return change(transaction -> {
            Optional<DenyAssignment> found = denial(transaction, scope, name);
            requireUnprotected(found);
            found.ifPresent(denial -> {
                store.deleteDenial(transaction, name);
                record(transaction, caller, "DeleteDenyAssignment", denial.id(), DENIALS, RoleJson.properties(denial));
            });
            return found;
        });
    }

    private Optional<DenyAssignment> denial(Transaction transaction, AccessScope scope, UUID name) {
        return store.denials(transaction).stream()
                .filter(denial ->
                        denial.name().equals(name) && denial.scope().key().equals(scope.key()))
                .findFirst();
    }

    private static void requireUnprotected(Optional<DenyAssignment> denial) {
        if (denial.filter(DenyAssignment::isProtected).isPresent()) {
            throw refused(
                    ProblemCode.DENY_ASSIGNMENT_IS_PROTECTED,
                    "The deny assignment '" + denial.get().title() + "' belongs to what made it.");
        }
    }

    // -- what all have in common
    // ------------------------------------------------------------------------------------------

    private <T> T change(RuleChanges.Change<T> change) {
        return changes.change(change);
    }

    private void requireMayGive(
            Transaction transaction, Caller caller, AccessScope scope, Action action, RoleDefinition role) {
        requireMayGive(transaction, caller, scope, action, role, RequestAttributes.NONE);
    }

    /// No caller gives more than it has: who may give roles, and is neither an owner nor an administrator of access
    /// there,
    /// gives only what is within a role of their own.
    private void requireMayGive(
            Transaction transaction,
            Caller caller,
            AccessScope scope,
            Action action,
            RoleDefinition role,
            RequestAttributes attributes) {
        authorizer.confirm(transaction, caller.with(authorizer.require(caller, action, scope, attributes)));
        if (!authorizer.isOpen()
                && !store.snapshot(transaction, clock.instant()).mayGive(caller.subject(), scope, role)) {
            throw new ProblemException(new Problem.Forbidden(
                    ProblemCode.AUTHORIZATION_FAILED,
                    "The client '" + caller.principal().name() + "' with object id '"
                            + caller.principal().id() + "' has permission to perform action '" + action
                            + "' on scope '" + scope + "'; however, the role '" + role.name()
                            + "' allows more than the client may do there itself."));
        }
    }

    private RoleDefinition.Written written(Optional<RoleDefinition.Written> before, Caller caller) {
        String by = caller.principal().id().toString();
        return before.map(present -> present.changed(clock.instant(), by))
                .orElseGet(() -> new RoleDefinition.Written(clock.instant(), by, clock.instant(), by));
    }

    /// A role as ARM names it, where no scope is asked for.
    public static String definitionId(RoleDefinition role) {
        return "/providers/" + DEFINITIONS + "/" + role.id();
    }

    private void record(
            Transaction transaction, Caller caller, String deed, String id, String type, JsonNode properties) {
        String subscription = new AccessScope(id).subscription();
        byte[] parameters = JsonMapper.shared().writeValueAsBytes(properties);
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(deed, subscription, "", id, type, parameters));
    }

    private static ProblemException refused(ProblemCode code, String message) {
        return new ProblemException(new Problem.Conflict(code, message));
    }
}
