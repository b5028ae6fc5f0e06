package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.server.access.Caller;
import fairlead.server.arm.deployment.whatif.NestedTemplates.Nested;
import fairlead.server.arm.deployment.whatif.Refusal;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.arm.deployment.whatif.WhatIfChanges;
import fairlead.server.arm.deployment.whatif.WhatIfResult;
import fairlead.server.arm.deployment.whatif.Wish;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// What a deployment would do, as it is answered.
final class DeploymentForecast {

    private final ArmTemplates templates;
    private final DeploymentResources resources;
    private final ResourceForecasts forecasts;

    DeploymentForecast(ArmTemplates templates, DeploymentResources resources, ResourceForecasts forecasts) {
        this.templates = templates;
        this.resources = resources;
        this.forecasts = forecasts;
    }

    /// Whether only ids are asked for; a problem if the format that is asked for is none.
    static boolean isIdsOnly(ObjectNode properties) {
        JsonNode settings = DeploymentBody.member(properties, "whatIfSettings");
        String format = DeploymentBody.member(settings, "resultFormat").asString("");
        return switch (format.toLowerCase(Locale.ROOT)) {
            case "", "fullresourcepayloads" -> false;
            case "resourceidonly" -> true;
            default ->
                throw new ProblemException(Problem.InvalidBody.of(
                        "deployment.body",
                        "expected FullResourcePayloads or ResourceIdOnly, found '" + format + "'",
                        "/properties/whatIfSettings/resultFormat"));
        };
    }

    /// The answer: `status` and `properties`, or `error`.
    ///
    /// @param content as it would be kept of the deployment
    ObjectNode json(
            DeploymentScope scope, String name, ObjectNode content, Compiled compiled, Caller caller, Wish wish) {
        WhatIfChanges changes = new WhatIfChanges(resources, forecasts, nested -> nested(content, nested));
        WhatIfResult result = changes.of(compiled, scope, name, caller, wish);
        ObjectNode json = Documents.empty();
        if (result.refusals().isEmpty()) {
            json.put("status", "Succeeded");
            json.set("properties", result.properties());
            return json;
        }
        json.put("status", "Failed");
        ArrayNode details = json.arrayNode();
        result.refusals().forEach(refusal -> details.add(error(refusal)));
        ObjectNode error = DeploymentJson.refused(name, details);
        json.set("error", error);
        return json;
    }

    private static ObjectNode error(Refusal refusal) {
        return refusal.problem()
                .map(problem -> DeploymentJson.refused(problem, refusal.target()))
                .orElseGet(() ->
                        DeploymentErrors.of(refusal.code(), refusal.message()).put("target", refusal.target()));
    }

    /// The template of a nested deployment, compiled as it would be when it is carried out.
    private Optional<Compiled> nested(ObjectNode content, Nested nested) {
        Optional<DeploymentScope> scope = scope(nested.id());
        if (scope.isEmpty()) {
            return Optional.empty();
        }
        Optional<String> location = Optional.ofNullable(
                DeploymentBody.member(nested.envelope(), "location").stringValue(null));
        ObjectNode inner = ArmTemplates.within(content, String.join("/", nested.keys()), location, nested.secret());
        inner.set(ArmTemplates.PROPERTIES, nested.properties());
        String name = nested.id().substring(nested.id().lastIndexOf('/') + 1);
        return Optional.of(templates.compile(scope.get(), name, inner, Optional.empty()));
    }

    private static Optional<DeploymentScope> scope(String id) {
        List<String> path = List.of(id.substring(1).split("/", -1));
        return DeploymentAddress.of(path).map(DeploymentAddress::scope);
    }
}
