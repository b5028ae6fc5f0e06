package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.policy.rule.RuleReader;
import fairlead.server.database.Transaction;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The verbs on definitions, sets, assignments and exemptions. A change counts with its transaction: for this process
/// at
/// once, for others with the same database within a second, and for changes of resources in their own transactions.
public final class Policies {

    private static final Action EXEMPT = Action.of(PolicyKind.ASSIGNMENT.type() + "/exempt/action");

    private final PolicyStore store = new PolicyStore();
    private final CurrentPolicies current;
    private final Authorizer authorizer;
    private final AuditTrail audit;
    private final RuleReader.Aliases aliases;
    private final Clock clock;

    /// @param aliases tells which properties types have
    public Policies(
            CurrentPolicies current, Authorizer authorizer, AuditTrail audit, RuleReader.Aliases aliases, Clock clock) {
        this.current = current;
        this.authorizer = authorizer;
        this.audit = audit;
        this.aliases = aliases;
        this.clock = clock;
    }

    /// What a PUT has made of it.
    public record Put(PolicyObject object, boolean created) {}

    /// Which of those of a kind are listed.
    public enum Reach {
        /// At the scope itself.
        EXACT,
        /// At the scope and above it.
        APPLYING,
        /// At it, above it and below it.
        ALL
    }

    /// Those of a kind, by id: of definitions all that can be assigned at the scope.
    public List<PolicyObject> list(PolicyKind kind, AccessScope scope, Reach reach) {
        return current.get().all(kind).stream()
                .filter(one -> isIn(one, scope, reach))
                .toList();
    }

    private static boolean isIn(PolicyObject one, AccessScope scope, Reach reach) {
        return switch (reach) {
            case EXACT -> one.scope().key().equals(scope.key());
            case APPLYING -> one.scope().covers(scope);
            case ALL -> one.scope().covers(scope) || scope.covers(one.scope());
        };
    }

    /// The one of that name at exactly this scope.
    public Optional<PolicyObject> find(PolicyKind kind, AccessScope scope, String name) {
        return current.get().find(id(kind, scope, name));
    }

    private static String id(PolicyKind kind, AccessScope scope, String name) {
        return scope.path() + "/providers/" + kind.type() + "/" + name;
    }

    /// The one, or a problem if there is none.
    public PolicyObject get(PolicyKind kind, AccessScope scope, String name) {
        return find(kind, scope, name).orElseThrow(() -> notFound(kind, id(kind, scope, name)));
    }

    /// Makes one, or changes it. It is refused if a rule that is in force would not fit any more.
    public Put put(Caller caller, PolicyKind kind, AccessScope scope, String name, JsonNode properties) {
        ObjectNode read = PolicyReader.read(kind, properties, aliases);
        return current.change(transaction -> {
            Optional<PolicyObject> before = store.find(transaction, PolicyObject.key(id(kind, scope, name)));
            requireOwn(current.get().find(id(kind, scope, name)));
            PolicyObject next = new PolicyObject(
                    kind,
                    before.map(PolicyObject::scope).orElse(scope),
                    before.map(PolicyObject::name).orElse(name),
                    read,
                    written(before, caller));
            requireReferences(transaction, caller, next);
            store.put(transaction, next);
            record(transaction, caller, "Put", next);
            return new Put(next, before.isEmpty());
        });
    }

    /// Removes one; empty if there is none.
    public Optional<PolicyObject> delete(Caller caller, PolicyKind kind, AccessScope scope, String name) {
        return current.change(transaction -> {
            requireOwn(current.get().find(id(kind, scope, name)));
            Optional<PolicyObject> present = store.find(transaction, PolicyObject.key(id(kind, scope, name)));
            present.ifPresent(object -> {
                List<PolicyObject> all = store.all(transaction);
                requireUnused(all, object);
                store.delete(transaction, object);
                if (kind == PolicyKind.ASSIGNMENT) {
                    all.stream()
                            .filter(other -> other.kind() == PolicyKind.EXEMPTION
                                    && PolicyObject.key(other.text("policyAssignmentId"))
                                            .equals(object.key()))
                            .forEach(exemption -> store.delete(transaction, exemption));
                }
                record(transaction, caller, "Delete", object);
            });
            return present;
        });
    }

    private static void requireOwn(Optional<PolicyObject> present) {
        if (present.filter(PolicyObject::isBuiltIn).isPresent()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.POLICY_IS_BUILT_IN,
                    "The " + present.get().kind().noun() + " '" + present.get().id() + "' ships with the server."));
        }
    }

    private static void requireUnused(List<PolicyObject> all, PolicyObject object) {
        List<String> users = all.stream()
                .filter(other -> uses(other, object))
                .map(PolicyObject::id)
                .toList();
        if (!users.isEmpty()) {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.POLICY_IS_IN_USE,
                    "The " + object.kind().noun() + " '" + object.name() + "' is used by " + String.join(", ", users)
                            + ". Remove these first."));
        }
    }

    private static boolean uses(PolicyObject other, PolicyObject object) {
        return switch (other.kind()) {
            case ASSIGNMENT ->
                PolicyObject.key(other.text("policyDefinitionId")).equals(object.key());
            case SET ->
                other.property("policyDefinitions")
                        .valueStream()
                        .anyMatch(one -> PolicyObject.key(
                                        one.path("policyDefinitionId").asString(""))
                                .equals(object.key()));
            case DEFINITION, EXEMPTION -> false;
        };
    }

    /// What it names has to be there, and may not be below it.
    private void requireReferences(Transaction transaction, Caller caller, PolicyObject next) {
        switch (next.kind()) {
            case DEFINITION -> {}
            case SET -> {
                for (JsonNode one : next.property("policyDefinitions")) {
                    requireAssignable(
                            transaction, next, one.path("policyDefinitionId").asString(""));
                }
            }
            case ASSIGNMENT -> requireAssignable(transaction, next, next.text("policyDefinitionId"));
            case EXEMPTION -> {
                String id = next.text("policyAssignmentId");
                PolicyObject assignment = store.find(transaction, PolicyObject.key(id))
                        .filter(one -> one.kind() == PolicyKind.ASSIGNMENT)
                        .orElseThrow(() -> notFound(PolicyKind.ASSIGNMENT, id));
                authorizer.confirm(transaction, caller.with(authorizer.require(caller, EXEMPT, assignment.scope())));
                boolean validated = next.text("assignmentScopeValidation").equals("Default");
                if (validated && !assignment.scope().covers(next.scope())) {
                    throw new ProblemException(Problem.InvalidBody.of(
                            "policy.scope",
                            "the assignment is at '" + assignment.scope() + "', which is not '" + next.scope()
                                    + "' or above it",
                            "/properties/policyAssignmentId"));
                }
            }
        }
    }

    private void requireAssignable(Transaction transaction, PolicyObject next, String id) {
        PolicyObject target = store.find(transaction, PolicyObject.key(id))
                .or(() -> BuiltInPolicies.find(id))
                .filter(one -> one.kind() == PolicyKind.DEFINITION
                        || (next.kind() == PolicyKind.ASSIGNMENT && one.kind() == PolicyKind.SET))
                .orElseThrow(() -> notFound(PolicyKind.DEFINITION, id));
        if (!target.scope().covers(next.scope())) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "policy.scope",
                    "the definition is of '" + target.scope() + "' and can't be used at '" + next.scope() + "'",
                    "/properties/policyDefinitionId"));
        }
    }

    private static ProblemException notFound(PolicyKind kind, String id) {
        ProblemCode code = switch (kind) {
            case DEFINITION -> ProblemCode.POLICY_DEFINITION_NOT_FOUND;
            case SET -> ProblemCode.POLICY_SET_DEFINITION_NOT_FOUND;
            case ASSIGNMENT -> ProblemCode.POLICY_ASSIGNMENT_NOT_FOUND;
            case EXEMPTION -> ProblemCode.POLICY_EXEMPTION_NOT_FOUND;
        };
        return new ProblemException(
                new Problem.NotFound(code, "The " + kind.noun() + " '" + id + "' could not be found."));
    }

    private ObjectNode written(Optional<PolicyObject> before, Caller caller) {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        String by = caller.principal().name();
        String now = clock.instant().toString();
        JsonNode made = before.<JsonNode>map(PolicyObject::systemData).orElse(data);
        data.put("createdBy", made.path("createdBy").asString(by));
        data.put("createdByType", made.path("createdByType").asString("User"));
        data.put("createdAt", made.path("createdAt").asString(now));
        data.put("lastModifiedBy", by);
        data.put("lastModifiedByType", "User");
        data.put("lastModifiedAt", now);
        return data;
    }

    private void record(Transaction transaction, Caller caller, String deed, PolicyObject object) {
        byte[] parameters = JsonMapper.shared().writeValueAsBytes(object.properties());
        String name = deed + object.kind().noun().replace(" ", "").replace("policy", "Policy");
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(
                        name,
                        object.scope().subscription(),
                        "",
                        object.id(),
                        object.kind().type(),
                        parameters));
    }
}
