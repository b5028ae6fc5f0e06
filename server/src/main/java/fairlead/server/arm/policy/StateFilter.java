package fairlead.server.arm.policy;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/// The `$filter` of states and events: comparisons of their members with texts, `true` or `false`, joined by `and`.
final class StateFilter {

    private static final Pattern COMPARISON =
            Pattern.compile("(\\w+)\\s+(eq|ne)\\s+(?:'((?:[^']|'')*)'|(true|false))", Pattern.CASE_INSENSITIVE);

    private static final Set<String> MEMBERS = Set.of(
            "resourceId",
            "policyAssignmentId",
            "policyDefinitionId",
            "policySetDefinitionId",
            "isCompliant",
            "complianceState",
            "resourceType",
            "resourceLocation",
            "resourceGroup",
            "policyAssignmentName",
            "policyAssignmentScope",
            "policyDefinitionName",
            "policyDefinitionAction",
            "policyDefinitionReferenceId");

    private StateFilter() {}

    /// @param text the option; blank for all
    static Predicate<ObjectNode> parse(String text) {
        Predicate<ObjectNode> all = _ -> true;
        String rest = text.strip();
        for (String part : rest.isEmpty() ? new String[0] : rest.split("(?i)\\s+and\\s+", -1)) {
            Matcher comparison = COMPARISON.matcher(part);
            String member = comparison.matches() ? member(comparison.group(1)) : "";
            if (member.isEmpty()) {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                        "The $filter '" + text + "' can't be used: expected comparisons by eq or ne of "
                                + String.join(", ", MEMBERS.stream().sorted().toList()) + ", joined by and.",
                        "$filter"));
            }
            boolean equal = comparison.group(2).equalsIgnoreCase("eq");
            String value = comparison.group(3) == null
                    ? comparison.group(4)
                    : comparison.group(3).replace("''", "'");
            all = all.and(state -> state.path(member).asString("").equalsIgnoreCase(value) == equal);
        }
        return all;
    }

    private static String member(String name) {
        return MEMBERS.stream()
                .filter(one -> one.equalsIgnoreCase(name))
                .findFirst()
                .orElse("");
    }
}
