package fairlead.server.access.role;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Finding;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Rules;
import fairlead.server.access.Subject;
import fairlead.server.access.Visibility;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The rules as they were at one moment, made for many questions.
///
/// Implements "How Azure RBAC determines if a user has access to a resource": what a deny assignment forbids
/// is forbidden; else it is allowed by any role that is assigned, to the principal or to a group it is in, at
/// the scope or above it.
public final class RuleSnapshot implements Rules {

    private static final int MOST_REMEMBERED = 50_000;

    /// Who have one of these may give any role.
    private static final Set<UUID> ADMINISTRATORS =
            Set.of(BuiltInRoles.OWNER.id(), BuiltInRoles.USER_ACCESS_ADMINISTRATOR.id());

    private final long version;
    private final Map<UUID, List<Grant>> grants = new HashMap<>();
    private final List<DenyAssignment> denials;

    /// By the keys of their scopes: deployment stacks forbid something of each of their resources.
    private final Map<String, List<DenyAssignment>> denialsAt;

    private final People people;
    private final Map<Question, Finding> answers = new ConcurrentHashMap<>();
    private final Instant until;

    private record Grant(RoleAssignment assignment, RoleDefinition role, String scope) {}

    private record Question(Subject subject, Action action, String scope) {}

    /// What is known of principals.
    ///
    /// @param memberships in which groups each is directly
    /// @param standings of those that are disabled, or whose tokens were revoked
    /// @param keys the access keys that are minted here, by their ids
    /// @param sessions of devices that act for a person
    public record People(
            Map<UUID, Set<UUID>> memberships,
            Map<UUID, Standing> standings,
            Map<String, AccessKey> keys,
            Set<String> sessions) {

        public People {
            memberships = Map.copyOf(memberships);
            standings = Map.copyOf(standings);
            keys = Map.copyOf(keys);
            sessions = Set.copyOf(sessions);
        }

        /// Of principals without access keys.
        public People(Map<UUID, Set<UUID>> memberships, Map<UUID, Standing> standings) {
            this(memberships, standings, Map.of(), Set.of());
        }

        /// Whether it was not removed; what has no name is always there.
        boolean hasStill(String credential) {
            return credential.isEmpty() || keys.containsKey(credential) || sessions.contains(credential);
        }
    }

    /// @param disabled whether it may do nothing
    /// @param validFrom tokens of this moment and before are taken no more: milliseconds since 1970
    public record Standing(boolean disabled, long validFrom) {}

    /// @param definitions all roles that are assigned; an assignment of another one allows nothing
    public RuleSnapshot(
            long version,
            Map<UUID, RoleDefinition> definitions,
            List<RoleAssignment> assignments,
            List<DenyAssignment> denials,
            People people) {
        this.version = version;
        this.denials = List.copyOf(denials);
        denialsAt = denials.stream()
                .collect(Collectors.groupingBy(denial -> denial.scope().key()));
        this.people = people;
        until = assignments.stream()
                .flatMap(assignment -> assignment.ends().stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.MAX);
        for (RoleAssignment assignment : assignments) {
            Optional.ofNullable(definitions.get(assignment.role()))
                    .ifPresent(role -> grants.computeIfAbsent(assignment.principal(), _ -> new ArrayList<>())
                            .add(new Grant(assignment, role, assignment.scope().key())));
        }
    }

    /// When the first of its assignments ends: until then it is as it was.
    Instant until() {
        return until;
    }

    @Override
    public long version() {
        return version;
    }

    @Override
    public Finding find(Subject subject, Action action, AccessScope scope, RequestAttributes attributes) {
        if (!attributes.equals(RequestAttributes.NONE)) {
            return look(subject, action, scope.key(), attributes);
        }
        Question question = new Question(subject, action, scope.key());
        Finding known = answers.get(question);
        if (known != null) {
            return known;
        }
        Finding found = look(subject, action, scope.key(), attributes);
        if (answers.size() >= MOST_REMEMBERED) {
            answers.clear();
        }
        answers.put(question, found);
        return found;
    }

    private Finding look(Subject subject, Action action, String scope, RequestAttributes attributes) {
        if (!isInGoodStanding(subject)) {
            return new Finding.NotAllowed();
        }
        Set<UUID> all = identities(subject);
        Optional<DenyAssignment> denied = denial(subject, all, action, scope);
        if (denied.isPresent()) {
            DenyAssignment denial = denied.get();
            return new Finding.Denied(
                    denial.title(), denial.id(), denial.scope().toString());
        }
        for (UUID identity : all) {
            for (Grant grant : grants.getOrDefault(identity, List.of())) {
                if (AccessScope.isAbove(grant.scope, scope) && holds(grant, action, attributes)) {
                    Optional<ActionPattern> pattern = grant.role.allowing(action);
                    if (pattern.isPresent()) {
                        return new Finding.Allowed(
                                grant.assignment.id(),
                                grant.role.name(),
                                pattern.get().text());
                    }
                }
            }
        }
        return new Finding.NotAllowed();
    }

    /// What forbids it: at the scope, or at one above.
    private Optional<DenyAssignment> denial(Subject subject, Set<UUID> all, Action action, String scope) {
        if (denialsAt.isEmpty()) {
            return Optional.empty();
        }
        for (int end = scope.length(); end >= 0; end = end == 0 ? -1 : Math.max(scope.lastIndexOf('/', end - 1), 0)) {
            for (DenyAssignment denial : denialsAt.getOrDefault(scope.substring(0, end), List.of())) {
                if (denial.forbids(action, scope) && concerns(denial, subject, all)) {
                    return Optional.of(denial);
                }
            }
        }
        return Optional.empty();
    }

    private static boolean holds(Grant grant, Action action, RequestAttributes attributes) {
        return grant.assignment
                .condition()
                .map(condition -> condition.holds(action, attributes))
                .orElse(true);
    }

    /// Whether the principal is not disabled, its token is not older than those that are taken, and its access key, or
    /// the session of its device, was not removed.
    public boolean isInGoodStanding(Subject subject) {
        if (!people.hasStill(subject.credential())) {
            return false;
        }
        Standing standing = people.standings().get(subject.id());
        return standing == null || (!standing.disabled && subject.issuedAt() > standing.validFrom);
    }

    /// The access key of that id, if it is minted here.
    public Optional<AccessKey> accessKey(String id) {
        return Optional.ofNullable(people.keys().get(id));
    }

    /// The principal and all groups it is in, directly or through others.
    Set<UUID> identities(Subject subject) {
        if (subject.groups().isEmpty() && !people.memberships().containsKey(subject.id())) {
            return Set.of(subject.id());
        }
        Set<UUID> all = new HashSet<>();
        List<UUID> open = new ArrayList<>(subject.groups());
        open.add(subject.id());
        while (!open.isEmpty()) {
            UUID next = open.removeLast();
            if (all.add(next)) {
                open.addAll(people.memberships().getOrDefault(next, Set.of()));
            }
        }
        return all;
    }

    /// A subject that may be in more groups than are known may be in each that is named.
    private static boolean concerns(DenyAssignment denial, Subject subject, Set<UUID> all) {
        boolean named = denial.principals().contains(DenyAssignment.EVERYONE)
                || !Collections.disjoint(denial.principals(), all)
                || !subject.groupsKnown();
        return named && Collections.disjoint(denial.excluded(), all);
    }

    @Override
    public boolean hasRole(Subject subject, UUID role, AccessScope scope) {
        return isInGoodStanding(subject)
                && identities(subject).stream()
                        .flatMap(identity -> grants.getOrDefault(identity, List.of()).stream())
                        .anyMatch(grant -> grant.role.id().equals(role)
                                && AccessScope.isAbove(grant.scope, scope.key())
                                && grant.assignment.condition().isEmpty());
    }

    @Override
    public boolean isMember(Subject subject, UUID group) {
        return isInGoodStanding(subject) && identities(subject).contains(group);
    }

    @Override
    public Visibility visible(Subject subject, Action action) {
        Set<UUID> all = isInGoodStanding(subject) ? identities(subject) : Set.of();
        List<String> allowed = new ArrayList<>();
        for (UUID identity : all) {
            for (Grant grant : grants.getOrDefault(identity, List.of())) {
                boolean allows = grant.role.allowing(action).isPresent();
                if (allows && holds(grant, action, RequestAttributes.NONE)) {
                    allowed.add(grant.scope);
                }
            }
        }
        List<Visibility.Hidden> hidden = denials.stream()
                .filter(denial -> concerns(denial, subject, all))
                .filter(denial -> denial.forbids(action, denial.scope().key()))
                .map(denial -> new Visibility.Hidden(denial.scope().key(), denial.notBelow()))
                .toList();
        return new Visibility(allowed, hidden);
    }

    /// What a subject may do at a scope: the permissions of all its roles there.
    public List<Permission> permissions(Subject subject, AccessScope scope) {
        return identities(subject).stream()
                .flatMap(identity -> grants.getOrDefault(identity, List.of()).stream())
                .filter(grant -> AccessScope.isAbove(grant.scope, scope.key()))
                .flatMap(grant -> grant.role.permissions().stream())
                .distinct()
                .toList();
    }

    /// Whether a subject may give that role at a scope: as an owner or an administrator of access at it or
    /// above, or because every action of it is within a role that they have there.
    boolean mayGive(Subject subject, AccessScope scope, RoleDefinition role) {
        List<Grant> here = identities(subject).stream()
                .flatMap(identity -> grants.getOrDefault(identity, List.of()).stream())
                .filter(grant -> AccessScope.isAbove(grant.scope, scope.key()))
                .toList();
        return here.stream().anyMatch(grant -> ADMINISTRATORS.contains(grant.role.id()))
                || role.permissions().stream().allMatch(asked -> isWithin(asked, here));
    }

    private static boolean isWithin(Permission asked, List<Grant> own) {
        return own.stream()
                .flatMap(grant -> grant.role.permissions().stream())
                .anyMatch(permission -> permission.includes(asked));
    }

    @Override
    public List<String> scopes(Subject subject) {
        Set<UUID> all = isInGoodStanding(subject) ? identities(subject) : Set.of();
        return all.stream()
                .flatMap(identity -> grants.getOrDefault(identity, List.of()).stream())
                .map(Grant::scope)
                .distinct()
                .toList();
    }

    @Override
    public boolean concern(Subject subject, String subscription) {
        if (!isInGoodStanding(subject)) {
            return false;
        }
        String key = AccessScope.subscription(subscription).key();
        for (UUID identity : identities(subject)) {
            for (Grant grant : grants.getOrDefault(identity, List.of())) {
                if (AccessScope.isAbove(grant.scope, key) || AccessScope.isAbove(key, grant.scope)) {
                    return true;
                }
            }
        }
        return false;
    }
}
