package fairlead.docs;

import fairlead.server.access.policy.BuiltInPolicies;
import fairlead.server.access.policy.PolicyObject;
import fairlead.server.access.policy.rule.Effect;
import fairlead.server.access.policy.rule.Field;
import fairlead.server.access.policy.rule.Operator;
import fairlead.server.access.policy.rule.TemplateFunction;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The tables of what rules of policies can say.
final class PolicyReference {

    private PolicyReference() {}

    static String fields() {
        return "| Field | What it is |\n|---|---|\n"
                + Arrays.stream(Field.Root.values())
                        .map(field -> "| `" + field.word() + "` | " + field.says() + " |\n")
                        .collect(Collectors.joining());
    }

    static String conditions() {
        return "| Condition | It holds where |\n|---|---|\n"
                + Arrays.stream(Operator.values())
                        .map(one -> "| `" + one.text() + "` | " + one.says() + " |\n")
                        .collect(Collectors.joining());
    }

    static String functions() {
        return "| Function | What it gives |\n|---|---|\n"
                + Arrays.stream(TemplateFunction.values())
                        .map(one -> "| `" + one.text() + "()` | " + one.says() + " |\n")
                        .collect(Collectors.joining());
    }

    static String effects() {
        return "| Effect | What follows |\n|---|---|\n"
                + Arrays.stream(Effect.values())
                        .map(one -> "| `" + one.text() + "` | " + one.says() + " |\n")
                        .collect(Collectors.joining());
    }

    static String definitions() {
        return "| Definition | Id | Parameters | What it says |\n|---|---|---|---|\n"
                + BuiltInPolicies.all().stream().map(PolicyReference::row).collect(Collectors.joining());
    }

    private static String row(PolicyObject one) {
        String parameters = one.properties().path("parameters").propertyNames().stream()
                .map(name -> "`" + name + "`")
                .collect(Collectors.joining(", "));
        return "| " + one.title() + " | `" + one.name() + "` | " + parameters + " | " + one.text("description")
                + " |\n";
    }
}
