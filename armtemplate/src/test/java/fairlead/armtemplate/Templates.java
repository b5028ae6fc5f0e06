package fairlead.armtemplate;

import fairlead.armtemplate.scope.DeploymentScope;
import fairlead.armtemplate.source.LenientReader;
import fairlead.stack.document.Evaluated;
import fairlead.stack.document.Evaluated.Known;
import fairlead.stack.document.Evaluation;
import fairlead.stack.document.Expression;
import fairlead.stack.document.Expression.Reference;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/// Templates to try, and what they are compiled with.
final class Templates {

    static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
    static final String GROUP = "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/examplegroup";
    static final Instant NOW = Instant.parse("2026-11-26T14:35:07Z");
    static final Groups GROUPS =
            (_, _) -> Optional.of(new Groups.Facts("westus", Map.of("team", "blue"), Optional.empty()));

    private Templates() {}

    static Inputs inputs() {
        return inputs(new DeploymentScope.Group(SUBSCRIPTION, "examplegroup"));
    }

    static Inputs inputs(DeploymentScope scope) {
        return Inputs.of(Surroundings.of(scope, "main", GROUPS), NOW, "seed");
    }

    static JsonNode json(String text) {
        return LenientReader.read(text).root();
    }

    /// A template for a resource group with these sections.
    static String template(String sections) {
        return "{'$schema': 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',"
                + " 'contentVersion': '1.0.0.0',\n" + sections + "}";
    }

    static Compiled compile(String template) {
        return Template.parse(template).compile(inputs());
    }

    static Compiled compile(String template, String parameters) {
        return Template.parse(template).compile(inputs().withParameters(json(parameters)));
    }

    /// What an expression of pure functions comes to.
    static JsonNode value(String expression) {
        String written = StringNode.valueOf(expression).toString();
        Compiled compiled = compile(
                template("'resources': [], 'outputs': {'o': {'type': 'object', 'value': {'v': " + written + "}}}"));
        return known(output(compiled, "o")).get("v");
    }

    static Expression output(Compiled compiled, String name) {
        return Objects.requireNonNull(compiled.document().outputs().get(name)).value();
    }

    static JsonNode known(Expression expression) {
        Evaluated evaluated =
                new Evaluation(reference -> new Evaluated.Unknown(Set.of(reference), false)).of(expression);
        if (evaluated instanceof Known(var value, var _)) {
            return value;
        }
        throw new AssertionError("not known: " + evaluated);
    }

    static Evaluated evaluated(Expression expression, Function<Reference, Evaluated> references) {
        return new Evaluation(references).of(expression);
    }
}
