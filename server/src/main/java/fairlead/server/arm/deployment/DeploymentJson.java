package fairlead.server.arm.deployment;

import fairlead.armtemplate.Fault;
import fairlead.armtemplate.InvalidTemplateException;
import fairlead.server.problem.Problem;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deployment.DeploymentNode;
import fairlead.server.stack.deployment.DeploymentNode.Verb;
import fairlead.server.stack.deployment.DeploymentState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Deployments, and what they do, as callers see them.
final class DeploymentJson {

    private static final String PROVIDERS = "/providers/";

    private DeploymentJson() {}

    /// @param nodes of the deployment; none to leave out what has come of each
    static ObjectNode of(Deployment deployment, List<DeploymentNode> nodes, Instant now) {
        ObjectNode json = Documents.empty();
        json.put("id", deployment.path());
        json.put("name", deployment.name());
        json.put("type", Deployment.TYPE);
        JsonNode facts = deployment.content().path(ArmTemplates.FACTS);
        if (facts.has("location")) {
            json.put("location", facts.path("location").asString());
        }
        if (facts.path("tags").isObject()) {
            json.set("tags", facts.path("tags"));
        }
        ObjectNode properties = json.putObject("properties");
        asked(properties, deployment.content());
        properties.put("provisioningState", deployment.state().word());
        properties.put("timestamp", deployment.condition().ended().orElse(now).toString());
        Instant end = deployment.condition().ended().orElse(now);
        properties.put(
                "duration", duration(Duration.between(deployment.condition().created(), end)));
        properties.put("correlationId", deployment.condition().correlation());
        come(properties, deployment, nodes);
        return json;
    }

    /// What was asked for, and what the template says.
    static void asked(ObjectNode properties, ObjectNode content) {
        JsonNode asked = content.path(ArmTemplates.PROPERTIES);
        JsonNode shown = content.path(ArmTemplates.SHOWN);
        shown.properties().forEach(member -> properties.set(member.getKey(), member.getValue()));
        boolean complete = DeploymentBody.member(asked, "mode").asString("").equalsIgnoreCase("Complete");
        properties.put("mode", complete ? "Complete" : "Incremental");
        for (String name : List.of("templateLink", "debugSetting", "validationLevel")) {
            JsonNode value = DeploymentBody.member(asked, name);
            if (!value.isMissingNode() && !value.isNull()) {
                properties.set(name, value);
            }
        }
    }

    private static void come(ObjectNode properties, Deployment deployment, List<DeploymentNode> nodes) {
        JsonNode result = deployment.result();
        if (result.path("outputs").isObject()) {
            properties.set("outputs", outputs(result.path("outputs")));
        }
        if (result.path("error").isObject() && deployment.state().ended()) {
            properties.set("error", result.path("error"));
        }
        ArrayNode resources = Documents.empty().arrayNode();
        nodes.stream()
                .filter(node -> node.target().verb() == Verb.CREATE && node.state() == DeploymentState.SUCCEEDED)
                .forEach(node -> resources.addObject().put("id", node.target().id()));
        if (deployment.state() == DeploymentState.SUCCEEDED) {
            properties.set("outputResources", resources);
        }
        onError(properties, deployment, nodes);
    }

    /// Without the values that must not be shown.
    static ObjectNode outputs(JsonNode come) {
        ObjectNode outputs = Documents.empty();
        come.properties().forEach(output -> {
            ObjectNode told = outputs.putObject(output.getKey());
            told.put("type", output.getValue().path("type").asString());
            if (!output.getValue().path("secure").asBoolean(false)) {
                told.set("value", output.getValue().path("value"));
            }
        });
        return outputs;
    }

    private static void onError(ObjectNode properties, Deployment deployment, List<DeploymentNode> nodes) {
        JsonNode asked = DeploymentBody.member(deployment.content().path(ArmTemplates.PROPERTIES), "onErrorDeployment");
        if (!asked.isObject()) {
            return;
        }
        ObjectNode told = ((ObjectNode) asked).deepCopy();
        nodes.stream()
                .filter(node -> node.key().equals("/onErrorDeployment"))
                .findFirst()
                .ifPresent(node -> {
                    told.put("provisioningState", node.state().word());
                    if (!node.target().id().isEmpty()) {
                        told.put(
                                "deploymentName",
                                node.target().id().substring(node.target().id().lastIndexOf('/') + 1));
                    }
                });
        properties.set("onErrorDeployment", told);
    }

    // -- operations -------------------------------------------------------------------------------------------------

    static ObjectNode operation(Deployment deployment, DeploymentNode node, Instant now) {
        String id = operationId(node);
        ObjectNode json = Documents.empty();
        json.put("id", deployment.path() + "/operations/" + id);
        json.put("operationId", id);
        ObjectNode properties = json.putObject("properties");
        properties.put(
                "provisioningOperation",
                switch (node.target().verb()) {
                    case CREATE, DEPLOY -> "Create";
                    case READ -> "Read";
                    case DELETE -> "Delete";
                    case OUTPUTS -> "EvaluateDeploymentOutput";
                });
        DeploymentNode.Progress progress = node.progress();
        properties.put("provisioningState", node.state().word());
        properties.put(
                "timestamp", progress.ended().or(progress::began).orElse(now).toString());
        Instant began = progress.began().orElse(now);
        properties.put(
                "duration", duration(Duration.between(began, progress.ended().orElse(now))));
        properties.put("trackingId", deployment.condition().correlation());
        progress.operation().ifPresent(operation -> properties.put("serviceRequestId", operation.toString()));
        if (!progress.code().isEmpty()) {
            properties.put("statusCode", progress.code());
        }
        progress.error()
                .ifPresent(error -> properties
                        .putObject("statusMessage")
                        .put("status", "Failed")
                        .set("error", error));
        if (!node.target().id().isEmpty()) {
            properties
                    .putObject("targetResource")
                    .put("id", node.target().id())
                    .put("resourceType", node.target().type())
                    .put("resourceName", TemplateJson.resourceName(node.target().id()));
        }
        return json;
    }

    /// By which a node is found among the operations: sixteen hexadecimal digits that follow from it.
    static String operationId(DeploymentNode node) {
        return java.util
                .UUID
                .nameUUIDFromBytes((node.deployment() + node.key()).getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .toString()
                .replace("-", "")
                .substring(0, 16)
                .toUpperCase(Locale.ROOT);
    }

    /// In whole milliseconds, as ISO 8601 writes it.
    private static String duration(Duration duration) {
        return Duration.ofMillis(Math.max(0, duration.toMillis())).toString();
    }

    // -- errors -----------------------------------------------------------------------------------------------------

    /// What would be refused of a template.
    ///
    /// @param details of each resource
    static ObjectNode refused(String deployment, ArrayNode details) {
        ObjectNode error = DeploymentErrors.of(
                "InvalidTemplateDeployment",
                "The template deployment '" + deployment
                        + "' is not valid according to the validation procedure. See inner errors for details.");
        error.set("details", details);
        return error;
    }

    /// Why a resource would be refused. Clients show messages, and leave out what they are about: so that is said in
    /// them, too.
    static ObjectNode refused(Problem problem, String id) {
        ObjectNode error = DeploymentErrors.of(problem);
        error.path("details").forEach(detail -> placed((ObjectNode) detail));
        if (!error.has("details")) {
            placed(error);
        }
        String message = "'" + shortly(id) + "': " + error.path("message").asString();
        return error.put("message", message).put("target", id);
    }

    private static void placed(ObjectNode error) {
        String target = error.path("target").asString("");
        if (!target.isEmpty()) {
            error.put("message", error.path("message").asString() + " (" + target + ")");
        }
    }

    /// A resource by its type and name.
    private static String shortly(String id) {
        int at = id.toLowerCase(Locale.ROOT).lastIndexOf(PROVIDERS);
        return at < 0 ? id : id.substring(at + PROVIDERS.length());
    }

    /// All that is wrong with a template: the first fault, and every one in the details.
    static ObjectNode error(InvalidTemplateException wrong) {
        List<Fault> faults = wrong.faults();
        ObjectNode error = error(faults.getFirst());
        if (faults.size() > 1) {
            ArrayNode details = error.putArray("details");
            faults.forEach(fault -> details.add(error(fault)));
        }
        return error;
    }

    private static ObjectNode error(Fault fault) {
        ObjectNode error = DeploymentErrors.of(fault.code(), fault.text());
        if (!fault.pointer().isEmpty()) {
            error.put("target", fault.pointer());
        }
        error.putArray("additionalInfo")
                .addObject()
                .put("type", "TemplateViolation")
                .putObject("info")
                .put("lineNumber", fault.position().line())
                .put("linePosition", fault.position().column())
                .put("path", fault.path());
        return error;
    }

    static Optional<ObjectNode> failure(Deployment deployment) {
        return Optional.of(deployment.result().path("error"))
                .filter(JsonNode::isObject)
                .map(error -> (ObjectNode) error);
    }
}
