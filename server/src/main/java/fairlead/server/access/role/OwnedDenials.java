package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.AuditTrail;
import fairlead.server.access.Caller;
import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Deny assignments that have an owner, a deployment stack, which alone changes them. A caller that acts for the owner
/// has
/// its id among the groups, and is exempt.
///
/// Implements "System-protected deny assignments" of "Understand Azure deny assignments".
public final class OwnedDenials {

    private final RoleStore store = new RoleStore();
    private final Database database;
    private final RuleChanges changes;
    private final AuditTrail audit;
    private final Clock clock;
    private final boolean decided;

    /// @param decided whether anything is decided by deny assignments: not in development mode
    public OwnedDenials(Database database, RuleChanges changes, AuditTrail audit, Clock clock, boolean decided) {
        this.database = database;
        this.changes = changes;
        this.audit = audit;
        this.clock = clock;
        this.decided = decided;
    }

    /// Who forbids.
    ///
    /// @param name of it, for people
    public record Owner(UUID id, String name) {}

    /// What is forbidden at each scope.
    ///
    /// @param excluded to whom it is not
    /// @param below whether the same is forbidden below the scope
    public record Terms(Permission permission, Set<UUID> excluded, boolean below) {
        public Terms {
            excluded = Set.copyOf(excluded);
        }
    }

    /// Whether anything is decided by deny assignments: in development mode nothing is.
    public boolean areDecided() {
        return decided;
    }

    /// Has an owner forbid exactly this, and nothing else any more. The same again changes nothing.
    ///
    /// @param scopes at which it does
    public void replace(Caller caller, Owner owner, List<AccessScope> scopes, Terms terms) {
        Instant now = clock.instant();
        String by = caller.principal().id().toString();
        RoleDefinition.Written written = new RoleDefinition.Written(now, by, now, by);
        Map<UUID, DenyAssignment> wanted = scopes.stream()
                .map(scope -> denial(owner, scope, terms, written))
                .collect(Collectors.toMap(DenyAssignment::name, Function.identity(), (a, _) -> a, LinkedHashMap::new));
        if (isSo(database.read(transaction -> of(transaction, owner)), wanted)) {
            return;
        }
        changes.change(transaction -> {
            Map<UUID, DenyAssignment> present = of(transaction, owner);
            for (DenyAssignment old : present.values()) {
                if (!wanted.containsKey(old.name())) {
                    store.deleteDenial(transaction, old.name());
                    record(transaction, caller, "DeleteDenyAssignment", old);
                }
            }
            for (DenyAssignment next : wanted.values()) {
                DenyAssignment old = present.get(next.name());
                if (old == null || !isSame(old, next)) {
                    store.put(transaction, next);
                    record(transaction, caller, "PutDenyAssignment", next);
                }
            }
            return wanted.size();
        });
    }

    private static DenyAssignment denial(Owner owner, AccessScope scope, Terms terms, RoleDefinition.Written written) {
        UUID name = UUID.nameUUIDFromBytes((owner.id() + scope.key()).getBytes(StandardCharsets.UTF_8));
        ObjectNode properties = JsonNodeFactory.instance.objectNode();
        properties.put(
                "denyAssignmentName",
                "Deny assignment '" + name + "' created by Deployment Stack '" + owner.name() + "'.");
        properties.put("description", "Created by Deployment Stack '" + owner.name() + "'.");
        properties.putArray("permissions").add(RoleJson.json(terms.permission()));
        properties.putArray("principals").addObject().put("id", DenyAssignment.EVERYONE.toString());
        ArrayNode excluded = properties.putArray("excludePrincipals");
        Stream.concat(terms.excluded().stream(), Stream.of(owner.id()))
                .forEach(id -> excluded.addObject().put("id", id.toString()));
        properties.put("doNotApplyToChildScopes", !terms.below());
        properties.put("isSystemProtected", true);
        return RoleJson.denial(name, scope, properties, written);
    }

    private Map<UUID, DenyAssignment> of(Transaction transaction, Owner owner) {
        return store.denials(transaction).stream()
                .filter(denial -> denial.isProtected() && denial.excluded().contains(owner.id()))
                .collect(Collectors.toMap(DenyAssignment::name, Function.identity()));
    }

    private static boolean isSo(Map<UUID, DenyAssignment> present, Map<UUID, DenyAssignment> wanted) {
        return present.keySet().equals(wanted.keySet())
                && wanted.values().stream().allMatch(next -> isSame(present.getOrDefault(next.name(), next), next));
    }

    private static boolean isSame(DenyAssignment one, DenyAssignment other) {
        return one.permissions().equals(other.permissions())
                && one.excluded().equals(other.excluded())
                && one.notBelow() == other.notBelow()
                && one.scope().key().equals(other.scope().key());
    }

    private void record(Transaction transaction, Caller caller, String deed, DenyAssignment denial) {
        audit.append(
                transaction,
                clock.instant(),
                caller,
                AuditTrail.Deed.managing(
                        deed,
                        denial.scope().subscription(),
                        "",
                        denial.id(),
                        Roles.DENIALS,
                        JsonMapper.shared().writeValueAsBytes(RoleJson.properties(denial))));
    }
}
