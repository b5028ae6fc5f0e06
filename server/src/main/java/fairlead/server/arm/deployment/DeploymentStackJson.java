package fairlead.server.arm.deployment;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deploymentstack.DenySettings;
import fairlead.server.stack.deploymentstack.DeploymentStack;
import fairlead.server.stack.deploymentstack.ManagedResource;
import fairlead.server.stack.deploymentstack.OnUnmanage;
import fairlead.server.stack.deploymentstack.StackTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Deployment stacks as callers see them.
final class DeploymentStackJson {

    /// In what is kept of a stack's deployment: what the stack shows of the request.
    static final String ASKED = "asked";

    private DeploymentStackJson() {}

    /// @param inEffect whether deny settings have an effect
    static ObjectNode of(DeploymentStack stack, List<ManagedResource> managed, boolean inEffect, Instant now) {
        ObjectNode json = Documents.empty();
        json.put("id", stack.path());
        json.put("name", stack.name());
        json.put("type", DeploymentStack.TYPE);
        json.put("location", stack.location());
        JsonNode deployment = stack.content().path("deployment");
        JsonNode tags = deployment.path(ArmTemplates.FACTS).path("tags");
        if (tags.isObject()) {
            json.set("tags", tags);
        }
        system(json.putObject("systemData"), stack.condition().written());
        ObjectNode properties = json.putObject("properties");
        asked(properties, deployment, stack.terms(), inEffect);
        properties.put("provisioningState", stack.state().word());
        properties.put("correlationId", stack.condition().correlation());
        Instant end = stack.condition().ended().orElse(now);
        Duration duration = Duration.between(stack.condition().written().changed(), end);
        properties.put(
                "duration", Duration.ofMillis(Math.max(0, duration.toMillis())).toString());
        managed(properties.putArray("resources"), managed);
        come(properties, stack);
        return json;
    }

    private static void system(ObjectNode json, DeploymentStack.Written written) {
        json.put("createdBy", written.createdBy()).put("createdByType", "User");
        json.put("createdAt", written.created().toString());
        json.put("lastModifiedBy", written.changedBy()).put("lastModifiedByType", "User");
        json.put("lastModifiedAt", written.changed().toString());
    }

    /// What was asked for.
    ///
    /// @param deployment what is kept of what is deployed
    static void asked(ObjectNode properties, JsonNode deployment, StackTerms terms, boolean inEffect) {
        deployment.path(ASKED).properties().forEach(member -> properties.set(member.getKey(), member.getValue()));
        JsonNode parameters = deployment.path(ArmTemplates.SHOWN).path("parameters");
        if (parameters.isObject()) {
            properties.set("parameters", parameters);
        }
        OnUnmanage how = terms.onUnmanage();
        properties
                .putObject("actionOnUnmanage")
                .put("resources", word(how.resources()))
                .put("resourceGroups", word(how.groups()))
                .put("managementGroups", "detach");
        deny(properties.putObject("denySettings"), terms.deny(), inEffect);
        properties.put("deploymentScope", terms.to().id());
    }

    static String word(boolean deletes) {
        return deletes ? "delete" : "detach";
    }

    static void deny(ObjectNode json, DenySettings settings, boolean inEffect) {
        json.put("mode", settings.mode().word());
        json.put("applyToChildScopes", settings.children());
        ArrayNode principals = json.putArray("excludedPrincipals");
        settings.principals().stream().map(UUID::toString).sorted().forEach(principals::add);
        ArrayNode actions = json.putArray("excludedActions");
        settings.actions().forEach(actions::add);
        if (!settings.isNone() && !inEffect) {
            json.put("inEffect", false);
        }
    }

    private static void managed(ArrayNode list, List<ManagedResource> managed) {
        for (ManagedResource resource : managed) {
            boolean stuck = resource.condition().status() == ManagedResource.Status.DELETE_FAILED;
            list.addObject()
                    .put("id", resource.id())
                    .put("type", resource.type())
                    .put("status", stuck ? "deleteFailed" : "managed")
                    .put("denyStatus", resource.condition().denied());
        }
    }

    /// What has come of it.
    private static void come(ObjectNode properties, DeploymentStack stack) {
        ObjectNode result = stack.result();
        ids(properties.putArray("detachedResources"), result.path("detached"));
        ids(properties.putArray("deletedResources"), result.path("deleted"));
        ArrayNode failed = properties.putArray("failedResources");
        result.path("failed").forEach(failed::add);
        if (result.has("deployment")) {
            properties.put("deploymentId", result.path("deployment").asString());
        }
        if (result.path("outputs").isObject()) {
            properties.set("outputs", DeploymentJson.outputs(result.path("outputs")));
        }
        if (stack.state().ended() && result.path("error").isObject()) {
            properties.set("error", result.path("error"));
        }
    }

    private static void ids(ArrayNode list, JsonNode ids) {
        ids.forEach(id -> list.addObject().put("id", id.asString()));
    }
}
