package fairlead.server.access.policy;

import fairlead.server.access.policy.rule.Evaluation;
import fairlead.server.access.policy.rule.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What a refused caller is told, in the words that Azure's tools look for.
///
/// Implements "Error additional info" of the `PolicyViolation` type, as the tools of Azure show it.
record Violations(Facts facts, List<Verdict.Finding> refusing) {

    /// The sentence.
    String message() {
        String reasons = refusing.stream()
                .flatMap(finding -> finding.rule().message().stream())
                .distinct()
                .map(reason -> "'" + reason + "'")
                .collect(Collectors.joining(", "));
        return "Resource '" + facts.name() + "' was disallowed by policy."
                + (reasons.isEmpty() ? "" : " Reasons: " + reasons + ".")
                + " Policy identifiers: '" + identifiers() + "'.";
    }

    private ArrayNode identifiers() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        for (Verdict.Finding finding : refusing) {
            ObjectNode one = all.addObject();
            AssignedRule rule = finding.rule();
            named(one.putObject("policyAssignment"), rule.assignment());
            named(one.putObject("policyDefinition"), rule.definition())
                    .put("version", rule.definition().text("version"));
            rule.set().ifPresent(set -> named(one.putObject("policySetDefinition"), set));
        }
        return all;
    }

    private static ObjectNode named(ObjectNode json, PolicyObject object) {
        return json.put("name", object.title()).put("id", object.id());
    }

    /// What stands in `additionalInfo`.
    ///
    /// @param detailed whether it says what was compared with what
    ObjectNode info(Verdict.Finding finding, boolean detailed) {
        AssignedRule rule = finding.rule();
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("policyDefinitionDisplayName", rule.definition().title());
        if (detailed) {
            info.putObject("evaluationDetails").set("evaluatedExpressions", evaluated(rule));
        }
        info.put("policyDefinitionId", rule.definition().id());
        info.put("policyDefinitionName", rule.definition().name());
        info.put("policyDefinitionEffect", rule.effect().text());
        info.put("policyAssignmentId", rule.assignment().id());
        info.put("policyAssignmentName", rule.assignment().name());
        info.put("policyAssignmentDisplayName", rule.assignment().title());
        info.put("policyAssignmentScope", rule.assignment().scope().toString());
        info.set(
                "policyAssignmentParameters",
                rule.assignment().property("parameters").isObject()
                        ? rule.assignment().property("parameters")
                        : JsonNodeFactory.instance.objectNode());
        rule.set()
                .ifPresent(set -> info.put("policySetDefinitionId", set.id())
                        .put("policySetDefinitionDisplayName", set.title())
                        .put("policyDefinitionReferenceId", rule.reference()));
        return info;
    }

    private ArrayNode evaluated(AssignedRule rule) {
        List<Evaluation.Compared> compared = new ArrayList<>();
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        try {
            boolean _ = rule.rule().applies(Evaluation.explained(facts, compared));
        } catch (Evaluation.TooLong tooMuch) {
            // What it has compared until then says enough.
        }
        compared.forEach(one -> all.add(json(one)));
        return all;
    }

    private static ObjectNode json(Evaluation.Compared one) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("result", one.result() ? "True" : "False");
        json.put("expressionKind", one.kind());
        json.put("expression", one.expression());
        json.put("path", one.expression());
        if (!one.value().isMissingNode()) {
            json.set("expressionValue", one.value());
        }
        json.set("targetValue", one.target());
        json.put("operator", text(one.operator()));
        return json;
    }

    /// `notEquals` is `NotEquals`.
    private static String text(String operator) {
        return Character.toUpperCase(operator.charAt(0)) + operator.substring(1);
    }
}
