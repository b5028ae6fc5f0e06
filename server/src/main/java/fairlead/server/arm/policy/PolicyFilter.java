package fairlead.server.arm.policy;

import fairlead.server.access.policy.Policies.Reach;
import fairlead.server.access.policy.PolicyObject;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The `$filter` of a list of definitions, assignments or exemptions.
///
/// @param reach how far around the scope is looked
/// @param wanted what else has to hold
record PolicyFilter(Reach reach, Predicate<PolicyObject> wanted) {

    private static final Pattern EQUALS = Pattern.compile(
            "(policyType|policyDefinitionId|policyAssignmentId)\\s+(?:-eq|eq)\\s+'([^']*)'", Pattern.CASE_INSENSITIVE);

    /// @param text the option; blank for all
    /// @param usual how far is looked where it does not say
    static PolicyFilter parse(String text, Reach usual) {
        Reach reach = usual;
        Predicate<PolicyObject> wanted = _ -> true;
        String rest = text.strip();
        for (String part : rest.isEmpty() ? new String[0] : rest.split("(?i)\\s+and\\s+", -1)) {
            Matcher equals = EQUALS.matcher(part);
            if (equals.matches()) {
                String property = equals.group(1);
                String value = equals.group(2);
                wanted = wanted.and(one -> value(one, property).equalsIgnoreCase(value));
            } else if (part.equalsIgnoreCase("atScope()")) {
                reach = Reach.APPLYING;
            } else if (part.equalsIgnoreCase("atExactScope()")) {
                reach = Reach.EXACT;
            } else if (part.equalsIgnoreCase("atScopeAndBelow()")) {
                reach = Reach.ALL;
            } else {
                throw new ProblemException(new Problem.BadRequest(
                        ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                        "The $filter '" + text + "' can't be used: expected atScope(), atExactScope(),"
                                + " atScopeAndBelow(), policyType eq 'Custom' or 'BuiltIn', or"
                                + " policyDefinitionId eq 'ID', joined by and.",
                        "$filter"));
            }
        }
        return new PolicyFilter(reach, wanted);
    }

    private static String value(PolicyObject one, String property) {
        return switch (property.substring(6, 7)) {
            case "T", "t" -> one.text("policyType");
            case "D", "d" -> one.text("policyDefinitionId");
            default -> one.text("policyAssignmentId");
        };
    }
}
