package fairlead.server.access.condition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fairlead.server.access.Action;
import fairlead.server.access.RequestAttributes;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConditionTest {

    private static final Action GIVES = Action.write("Microsoft.Authorization/roleAssignments");
    private static final Action TAKES = Action.delete("Microsoft.Authorization/roleAssignments");
    private static final String READER = "acdd72a7-3385-48ef-bd42-f606fba81ae7";
    private static final String OWNER = "8e3af657-a8ff-443c-a75c-2fe8c4bcb635";
    private static final String SOMEBODY = "0a0a0a0a-0000-4000-8000-000000000001";

    /// As the portal writes it for a delegate that may give the role of a reader alone.
    private static final String READERS_ONLY = """
        (
         (
          !(ActionMatches{'Microsoft.Authorization/roleAssignments/write'})
         )
         OR
         (
          @Request[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {%s}
         )
        )
        AND
        (
         (
          !(ActionMatches{'Microsoft.Authorization/roleAssignments/delete'})
         )
         OR
         (
          @Resource[Microsoft.Authorization/roleAssignments:RoleDefinitionId] ForAnyOfAnyValues:GuidEquals {%s}
         )
        )
        """.formatted(READER, READER);

    private static RequestAttributes giving(String role, String type) {
        return RequestAttributes.ofAssignment(true, role, SOMEBODY, type);
    }

    @Nested
    class ADelegateThatMayGiveOneRole {

        private final Condition condition = Condition.parse(READERS_ONLY);

        @Test
        void givesThatRole() {
            assertThat(condition.holds(GIVES, giving(READER, "User"))).isTrue();
        }

        @Test
        void givesNoOther() {
            assertThat(condition.holds(GIVES, giving(OWNER, "User"))).isFalse();
        }

        @Test
        void takesThatRoleAndNoOther() {
            assertThat(condition.holds(TAKES, RequestAttributes.ofAssignment(false, READER, SOMEBODY, "User")))
                    .isTrue();
            assertThat(condition.holds(TAKES, RequestAttributes.ofAssignment(false, OWNER, SOMEBODY, "User")))
                    .isFalse();
        }

        @Test
        void doesAllElseThatItsRoleAllows() {
            assertThat(condition.holds(Action.read("Fairlead.Lab/things"), RequestAttributes.NONE))
                    .isTrue();
        }

        @Test
        void givesNothingWhereTheRoleIsNotKnown() {
            assertThat(condition.holds(GIVES, RequestAttributes.NONE)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringEquals 'User', true",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringEquals 'user', false",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringEqualsIgnoreCase 'user', true",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringNotEquals 'User', false",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringLike 'U*r', true",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringLike 'U?r', false",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalType] StringStartsWith 'Us', true",
                "@Resource[Microsoft.Authorization/roleAssignments:PrincipalType] StringNotEquals 'User', true",
                "@Resource[Microsoft.Authorization/roleAssignments:PrincipalType] StringEquals 'User', false",
                "Exists @Request[Microsoft.Authorization/roleAssignments:PrincipalId], true",
                "NOT Exists @Resource[Microsoft.Authorization/roleAssignments:PrincipalId], true",
                "ActionMatches{'microsoft.authorization/*/WRITE'} && !ActionMatches{'*/delete'}, true",
                "ActionMatches{'*/read'} || ActionMatches{'*/write'}, true"
            })
    void eachComparisonIsWhatItsNameSays(String condition, boolean holds) {
        assertThat(Condition.parse(condition).holds(GIVES, giving(READER, "User")))
                .isEqualTo(holds);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "(",
                "ActionMatches{'a'",
                "ActionMatches{'a'} AND",
                "ActionMatches{'a'} ActionMatches{'b'}",
                "SubOperationMatches{'a'}",
                "@Principal[Department] StringEquals 'x'",
                "@Resource[Microsoft.Storage/storageAccounts:name] StringEquals 'x'",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalId] NumericEquals 1",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalId] ForSome:GuidEquals {a}",
                "@Request[Microsoft.Authorization/roleAssignments:PrincipalId] StringEquals {'a',}"
            })
    void whatIsNotUnderstoodIsRefusedWithItsPlace(String condition) {
        assertThatThrownBy(() -> Condition.parse(condition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("(?s).*at character \\d+");
    }

    @Test
    void aConditionThatIsTooDeepIsRefused() {
        assertThatThrownBy(() -> Condition.parse("(".repeat(1000) + "ActionMatches{'a'}" + ")".repeat(1000)))
                .hasMessageContaining("deeper");
    }
}
