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

    private static final String PROVIDERS = "/providers/";

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
        ObjectNode error = DeploymentErrors.of(
                "InvalidTemplateDeployment",
                "The template deployment '" + name
                        + "' is not valid according to the validation procedure. See inner errors for details.");
        ArrayNode details = error.putArray("details");
        result.refusals().forEach(refusal -> details.add(error(refusal)));
        json.set("error", error);
        return json;
    }

    /// Clients show messages, and leave out what they are about: so that is said in them, too.
    private static ObjectNode error(Refusal refusal) {
        if (refusal.problem().isEmpty()) {
            return DeploymentErrors.of(refusal.code(), refusal.message()).put("target", refusal.target());
        }
        ObjectNode error = DeploymentErrors.of(refusal.problem().get());
        error.path("details").forEach(detail -> placed((ObjectNode) detail));
        if (!error.has("details")) {
            placed(error);
        }
        String message =
                "'" + name(refusal.target()) + "': " + error.path("message").asString();
        return error.put("message", message).put("target", refusal.target());
    }

    private static void placed(ObjectNode error) {
        String target = error.path("target").asString("");
        if (!target.isEmpty()) {
            error.put("message", error.path("message").asString() + " (" + target + ")");
        }
    }

    /// A resource by its type and name.
    private static String name(String id) {
        int at = id.toLowerCase(Locale.ROOT).lastIndexOf(PROVIDERS);
        return at < 0 ? id : id.substring(at + PROVIDERS.length());
    }

    /// The template of a nested deployment, compiled as it would be when it is carried out.
    private Optional<Compiled> nested(ObjectNode content, Nested nested) {
        Optional<DeploymentScope> scope = scope(nested.id());
        if (scope.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode facts = (ObjectNode) content.path(ArmTemplates.FACTS).deepCopy();
        facts.put("seed", facts.path("seed").asString() + "/" + String.join("/", nested.keys()));
        facts.put("nested", true);
        JsonNode location = DeploymentBody.member(nested.envelope(), "location");
        if (location.isString()) {
            facts.set("location", location);
        }
        nested.secret().forEach(facts.putArray(ArmTemplates.SECRET)::add);
        ObjectNode inner = Documents.empty();
        inner.set(ArmTemplates.PROPERTIES, nested.properties());
        inner.set(ArmTemplates.FACTS, facts);
        String name = nested.id().substring(nested.id().lastIndexOf('/') + 1);
        return Optional.of(templates.compile(scope.get(), name, inner, Optional.empty()));
    }

    private static Optional<DeploymentScope> scope(String id) {
        List<String> path = List.of(id.substring(1).split("/", -1));
        return DeploymentAddress.of(path).map(DeploymentAddress::scope);
    }
}
