package fairlead.server.access.role;

import static org.assertj.core.api.Assertions.assertThat;

import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Finding;
import fairlead.server.access.Plane;
import fairlead.server.access.RequestAttributes;
import fairlead.server.access.Subject;
import fairlead.server.access.Visibility;
import fairlead.server.access.condition.Condition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The order of "How Azure RBAC determines if a user has access to a resource".
class RuleSnapshotTest {

    private static final UUID ALICE = new UUID(0, 0xa);
    private static final UUID TEAM = new UUID(0, 0x7);
    private static final UUID DEPARTMENT = new UUID(0, 0xd);
    private static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000000";
    private static final String GROUP = SUBSCRIPTION + "/resourceGroups/Web";
    private static final String THING = GROUP + "/providers/Fairlead.Lab/things/one";
    private static final Action READ = Action.read("Fairlead.Lab/things");
    private static final Action WRITE = Action.write("Fairlead.Lab/things");

    private final List<RoleAssignment> assignments = new ArrayList<>();
    private final List<DenyAssignment> denials = new ArrayList<>();
    private final Map<UUID, Set<UUID>> memberships = new HashMap<>();
    private final Map<UUID, RuleSnapshot.Standing> standings = new HashMap<>();

    private RuleSnapshot rules() {
        Map<UUID, RoleDefinition> roles =
                BuiltInRoles.all().stream().collect(Collectors.toMap(RoleDefinition::id, Function.identity()));
        return new RuleSnapshot(1, roles, assignments, denials, new RuleSnapshot.People(memberships, standings));
    }

    private void give(UUID principal, RoleDefinition role, String scope) {
        give(principal, role, scope, Optional.empty());
    }

    private void give(UUID principal, RoleDefinition role, String scope, Optional<Condition> condition) {
        assignments.add(new RoleAssignment(
                UUID.randomUUID(),
                new AccessScope(scope),
                new RoleAssignment.Assignee(principal, "User"),
                role.id(),
                "",
                new RoleAssignment.Limits(condition, Optional.empty()),
                RoleDefinition.Written.NEVER));
    }

    private void deny(String scope, Set<UUID> principals, Set<UUID> excluded, boolean notBelow, String... actions) {
        denials.add(new DenyAssignment(
                UUID.randomUUID(),
                "frozen",
                "",
                new AccessScope(scope),
                List.of(Permission.of(actions)),
                principals,
                excluded,
                notBelow,
                false,
                RoleDefinition.Written.NEVER));
    }

    private Finding find(Action action, String scope) {
        return find(Subject.of(ALICE), action, scope);
    }

    private Finding find(Subject subject, Action action, String scope) {
        return rules().find(subject, action, new AccessScope(scope), RequestAttributes.NONE);
    }

    @Nested
    class WithoutARole {

        @Test
        void nothingIsAllowed() {
            assertThat(find(READ, THING)).isInstanceOf(Finding.NotAllowed.class);
            assertThat(rules().concern(Subject.of(ALICE), "00000000-0000-0000-0000-000000000000"))
                    .isFalse();
        }
    }

    @Nested
    class ARole {

        @ParameterizedTest
        @CsvSource({
            "/, true",
            "/subscriptions/00000000-0000-0000-0000-000000000000, true",
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourcegroups/WEB, true",
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/Web/providers/Fairlead.Lab/things/one,"
                    + " true",
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/We, false",
            "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/Web/providers/Fairlead.Lab/things/on,"
                    + " false",
            "/subscriptions/00000000-0000-0000-0000-000000000001, false"
        })
        void countsAtItsScopeAndBelow(String scope, boolean allowed) {
            give(ALICE, BuiltInRoles.READER, scope);
            assertThat(find(READ, THING) instanceof Finding.Allowed).isEqualTo(allowed);
        }

        @Test
        void allowsWhatItNamesAndNothingElse() {
            give(ALICE, BuiltInRoles.READER, "/");
            assertThat(find(WRITE, THING)).isInstanceOf(Finding.NotAllowed.class);
        }

        @Test
        void saysWhichAssignmentAllowedIt() {
            give(ALICE, BuiltInRoles.READER, GROUP);
            assertThat(find(READ, THING))
                    .isEqualTo(new Finding.Allowed(assignments.getFirst().id(), "Reader", "*/read"));
        }

        @Test
        void whatOneRoleLeavesOutAnotherMayAllow() {
            give(ALICE, BuiltInRoles.CONTRIBUTOR, SUBSCRIPTION);
            Action assigns = Action.write("Microsoft.Authorization/roleAssignments");
            assertThat(find(assigns, GROUP)).isInstanceOf(Finding.NotAllowed.class);
            give(ALICE, BuiltInRoles.RBAC_ADMINISTRATOR, SUBSCRIPTION);
            assertThat(find(assigns, GROUP)).isInstanceOf(Finding.Allowed.class);
        }

        @Test
        void anOwnerReadsNoSecrets() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            Action secrets = Action.called("listSecrets", "Fairlead.Lab/things").on(Plane.DATA);
            assertThat(find(secrets, THING)).isInstanceOf(Finding.NotAllowed.class);
            give(ALICE, BuiltInRoles.SECRET_READER, GROUP);
            assertThat(find(secrets, THING)).isInstanceOf(Finding.Allowed.class);
        }

        @Test
        void aContributorBringsInNoCode() {
            give(ALICE, BuiltInRoles.CONTRIBUTOR, "/");
            assertThat(find(Action.write("Fairlead.Control/types"), "")).isInstanceOf(Finding.NotAllowed.class);
            assertThat(find(Action.write("Fairlead.Control/types/configuration"), ""))
                    .isInstanceOf(Finding.NotAllowed.class);
            assertThat(find(Action.write("Fairlead.Control/depot"), "")).isInstanceOf(Finding.NotAllowed.class);
            assertThat(find(Action.write("Fairlead.Identity/principals/credentials"), ""))
                    .isInstanceOf(Finding.NotAllowed.class);
        }

        @Test
        void aConditionThatDoesNotHoldAllowsNothing() {
            give(ALICE, BuiltInRoles.OWNER, "/", Optional.of(Condition.parse("ActionMatches{'*/read'}")));
            assertThat(find(READ, THING)).isInstanceOf(Finding.Allowed.class);
            assertThat(find(WRITE, THING)).isInstanceOf(Finding.NotAllowed.class);
        }
    }

    @Nested
    class AGroup {

        @Test
        void givesItsRolesToItsMembersAndToThoseOfGroupsInIt() {
            memberships.put(ALICE, Set.of(TEAM));
            memberships.put(TEAM, Set.of(DEPARTMENT));
            give(DEPARTMENT, BuiltInRoles.READER, "/");
            assertThat(find(READ, THING)).isInstanceOf(Finding.Allowed.class);
        }

        @Test
        void thatIsInItselfIsNoTrap() {
            memberships.put(ALICE, Set.of(TEAM));
            memberships.put(TEAM, Set.of(DEPARTMENT));
            memberships.put(DEPARTMENT, Set.of(TEAM));
            assertThat(find(READ, THING)).isInstanceOf(Finding.NotAllowed.class);
        }

        @Test
        void ofAnIssuerCountsAsWell() {
            give(TEAM, BuiltInRoles.READER, "/");
            Subject subject = new Subject(ALICE, Set.of(TEAM), true, Long.MAX_VALUE);
            assertThat(find(subject, READ, THING)).isInstanceOf(Finding.Allowed.class);
        }
    }

    @Nested
    class ADenial {

        @Test
        void goesBeforeEveryRole() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            deny(GROUP, Set.of(DenyAssignment.EVERYONE), Set.of(), false, "*/write");
            assertThat(find(WRITE, THING)).isInstanceOf(Finding.Denied.class);
            assertThat(find(READ, THING)).isInstanceOf(Finding.Allowed.class);
        }

        @Test
        void passesOverThoseWhomItExcludes() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            memberships.put(ALICE, Set.of(TEAM));
            deny(GROUP, Set.of(DenyAssignment.EVERYONE), Set.of(TEAM), false, "*");
            assertThat(find(WRITE, THING)).isInstanceOf(Finding.Allowed.class);
        }

        @Test
        void mayBeOfItsOwnScopeAlone() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            deny(GROUP, Set.of(ALICE), Set.of(), true, "*");
            assertThat(find(Action.delete("Microsoft.Resources/subscriptions/resourceGroups"), GROUP))
                    .isInstanceOf(Finding.Denied.class);
            assertThat(find(WRITE, THING)).isInstanceOf(Finding.Allowed.class);
        }

        @Test
        void ofAGroupMeetsWhoMayBeInMoreGroupsThanAreKnown() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            deny(GROUP, Set.of(TEAM), Set.of(), false, "*");
            assertThat(find(READ, THING)).isInstanceOf(Finding.Allowed.class);
            Subject unsure = new Subject(ALICE, Set.of(), false, Long.MAX_VALUE);
            assertThat(find(unsure, READ, THING)).isInstanceOf(Finding.Denied.class);
        }
    }

    @Nested
    class APrincipal {

        @Test
        void thatIsDisabledMayDoNothing() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            standings.put(ALICE, new RuleSnapshot.Standing(true, 0));
            assertThat(find(READ, THING)).isInstanceOf(Finding.NotAllowed.class);
            assertThat(rules().visible(Subject.of(ALICE), READ).covers(THING.toLowerCase(Locale.ROOT)))
                    .isFalse();
        }

        @Test
        void whoseTokensWereRevokedNeedsANewOne() {
            give(ALICE, BuiltInRoles.OWNER, "/");
            standings.put(ALICE, new RuleSnapshot.Standing(false, 1_000));
            assertThat(find(new Subject(ALICE, Set.of(), true, 1_000), READ, THING))
                    .isInstanceOf(Finding.NotAllowed.class);
            assertThat(find(new Subject(ALICE, Set.of(), true, 1_001), READ, THING))
                    .isInstanceOf(Finding.Allowed.class);
        }
    }

    @Nested
    class AList {

        @Test
        void showsWhatIsAtOrBelowTheScopesOfTheRoles() {
            give(ALICE, BuiltInRoles.READER, GROUP);
            Visibility visible = rules().visible(Subject.of(ALICE), READ);
            assertThat(visible.covers(THING.toLowerCase(Locale.ROOT))).isTrue();
            assertThat(visible.covers((SUBSCRIPTION + "/resourceGroups/other").toLowerCase(Locale.ROOT)))
                    .isFalse();
            assertThat(visible.reaches(SUBSCRIPTION.toLowerCase(Locale.ROOT))).isTrue();
        }

        @Test
        void leavesOutWhatIsDenied() {
            give(ALICE, BuiltInRoles.READER, "/");
            deny(GROUP, Set.of(ALICE), Set.of(), false, "*/read");
            Visibility visible = rules().visible(Subject.of(ALICE), READ);
            assertThat(visible.covers(THING.toLowerCase(Locale.ROOT))).isFalse();
            assertThat(visible.coversAllOf(SUBSCRIPTION.toLowerCase(Locale.ROOT)))
                    .isFalse();
        }
    }

    @Nested
    class WhoGivesARole {

        @Test
        void givesWhatIsWithinARoleOfTheirOwn() {
            give(ALICE, BuiltInRoles.RBAC_ADMINISTRATOR, GROUP);
            assertThat(mayGive(BuiltInRoles.READER)).isTrue();
            assertThat(mayGive(BuiltInRoles.CONTRIBUTOR)).isFalse();
            assertThat(mayGive(BuiltInRoles.OWNER)).isFalse();
        }

        @Test
        void givesEveryRoleAsAnAdministratorOfAccess() {
            give(ALICE, BuiltInRoles.USER_ACCESS_ADMINISTRATOR, SUBSCRIPTION);
            assertThat(mayGive(BuiltInRoles.OWNER)).isTrue();
        }

        private boolean mayGive(RoleDefinition role) {
            return rules().mayGive(Subject.of(ALICE), new AccessScope(GROUP), role);
        }
    }
}
