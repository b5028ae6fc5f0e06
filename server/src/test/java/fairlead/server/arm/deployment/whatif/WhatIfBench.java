package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.Compiled;
import fairlead.armtemplate.Inputs;
import fairlead.armtemplate.Inputs.Given;
import fairlead.armtemplate.Surroundings;
import fairlead.armtemplate.Template;
import fairlead.armtemplate.limit.Limits;
import fairlead.armtemplate.scope.DeploymentScope.Group;
import fairlead.armtemplate.scope.DeploymentScope.Subscription;
import fairlead.armtemplate.source.SourceText;
import fairlead.server.arm.deployment.whatif.NestedTemplates.Nested;
import fairlead.server.resource.World;
import fairlead.server.stack.deployment.DeploymentScope;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import tools.jackson.databind.JsonNode;

/// Deploys templates to a [FakeCloud] and asks what others would do.
final class WhatIfBench {

    static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000001";
    static final String GROUP = "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/example";

    final FakeCloud cloud = new FakeCloud();
    private final boolean toSubscription;

    WhatIfBench(boolean toSubscription) {
        this.toSubscription = toSubscription;
        cloud.group(GROUP, "westus");
    }

    void deploy(JsonNode template, JsonNode parameters) {
        cloud.deploy(compiled(template, Inputs.given(parameters)));
    }

    WhatIfResult whatIf(JsonNode template, JsonNode parameters, Wish wish) {
        DeploymentScope scope =
                new DeploymentScope(SUBSCRIPTION, toSubscription ? Optional.empty() : Optional.of("example"));
        return new WhatIfChanges(cloud, cloud, this::nested)
                .of(compiled(template, Inputs.given(parameters)), scope, "main", World.DEVELOPER, wish);
    }

    private Compiled compiled(JsonNode template, SequencedMap<String, Given> given) {
        var scope = toSubscription ? new Subscription(SUBSCRIPTION) : new Group(SUBSCRIPTION, "example");
        return compiled(SourceText.of(template), given, Surroundings.of(scope, "main", cloud.groups()));
    }

    private static Compiled compiled(
            SourceText template, SequencedMap<String, Given> given, Surroundings surroundings) {
        Inputs inputs = Inputs.of(surroundings, Instant.parse("2026-11-26T14:35:07Z"), "seed");
        return Template.of(template, Limits.DEFAULT)
                .compile(new Inputs(
                        given,
                        surroundings,
                        inputs.now(),
                        inputs.seed(),
                        inputs.types(),
                        inputs.linked(),
                        inputs.limits()));
    }

    private Optional<Compiled> nested(Nested nested) {
        SequencedMap<String, Given> given = new LinkedHashMap<>();
        Inputs.given(nested.properties().path("parameters"))
                .forEach((name, one) -> given.put(
                        name,
                        one instanceof Given.Value(var value, var _)
                                ? new Given.Value(value, nested.secret().contains(name))
                                : one));
        String[] parts = nested.id().split("/", -1);
        return Optional.of(compiled(
                SourceText.of(nested.properties().path("template")),
                given,
                Surroundings.of(new Group(parts[2], parts[4]), parts[parts.length - 1], cloud.groups())));
    }
}
