package fairlead.server.arm.deployment;

import fairlead.schema.text.Percent;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.operation.Operation;
import fairlead.server.operation.OperationId;
import fairlead.server.operation.OperationState;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentErrors;
import fairlead.server.stack.deploymentstack.DeploymentStack;
import fairlead.server.stack.deploymentstack.DeploymentStackEngine;
import fairlead.server.stack.deploymentstack.DeploymentStacks;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Looks at deployment stacks.
final class DeploymentStackReads {

    private static final int PAGE = 100;

    private final DeploymentStacks stacks;
    private final boolean inEffect;
    private final Clock clock;

    DeploymentStackReads(DeploymentStackEngine engine, Clock clock) {
        stacks = engine.stacks();
        inEffect = engine.denials().areDecided();
        this.clock = clock;
    }

    /// Whether deny settings have an effect.
    boolean areDenialsDecided() {
        return inEffect;
    }

    Optional<DeploymentStack> find(DeploymentStackAddress address) {
        return stacks.find(address.scope(), address.name().orElse(""));
    }

    DeploymentStack require(DeploymentStackAddress address) {
        return find(address).orElseThrow(() -> notFound(address));
    }

    private static ProblemException notFound(DeploymentStackAddress address) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.DEPLOYMENT_STACK_NOT_FOUND,
                "The deployment stack '" + address.name().orElse("") + "' could not be found at '"
                        + address.scope().id() + "'."));
    }

    ObjectNode json(DeploymentStack stack) {
        return DeploymentStackJson.of(stack, stacks.resources(stack), inEffect, clock.instant());
    }

    Response one(DeploymentStackAddress address) {
        return Response.json(200, Documents.bytes(json(require(address))));
    }

    Response list(Request request, DeploymentStackAddress address) {
        String after = request.query("$skiptoken").orElse("");
        List<DeploymentStack> found = stacks.list(address.scope(), after, PAGE + 1);
        List<DeploymentStack> page = found.subList(0, Math.min(PAGE, found.size()));
        ObjectNode json = Documents.empty();
        ArrayNode value = json.putArray("value");
        page.forEach(stack -> value.add(json(stack)));
        if (found.size() > page.size()) {
            json.put(
                    "nextLink",
                    request.urlWith("$skiptoken", Percent.encode(page.getLast().name())));
        }
        return Response.json(200, Documents.bytes(json));
    }

    Response template(DeploymentStackAddress address) {
        JsonNode properties = require(address).content().path("deployment").path(ArmTemplates.PROPERTIES);
        ObjectNode json = Documents.empty();
        JsonNode template = DeploymentBody.member(properties, ArmTemplates.TEMPLATE);
        if (template.isMissingNode()) {
            json.set("templateLink", DeploymentBody.member(properties, "templateLink"));
        } else {
            json.set("template", template);
        }
        return Response.json(200, Documents.bytes(json));
    }

    /// How an operation goes on; the stack may be gone by then. Held while it is at work.
    Response status(Request request, DeploymentStackAddress address) {
        String path = address.scope().id() + "/providers/" + DeploymentStack.TYPE + "/"
                + address.name().orElse("");
        Operation operation = address.id()
                .flatMap(OperationId::parse)
                .flatMap(id -> stacks.awaited(id, request::isAbandoned))
                .filter(found -> found.subjectId().equalsIgnoreCase(path))
                .orElseThrow(() -> notFound(address));
        Optional<DeploymentStack> stack =
                find(address).filter(found -> found.condition().operation().equals(operation.id()));
        ObjectNode json = Documents.empty();
        json.put("id", path + "/operationStatuses/" + operation.id());
        json.put("name", operation.id().toString());
        switch (operation.state()) {
            case OperationState.Succeeded _ -> json.put("status", "Succeeded");
            case OperationState.Failed(var _, var failure) -> {
                json.put("status", "Failed");
                json.set(
                        "error",
                        stack.map(found -> found.result().path("error"))
                                .filter(JsonNode::isObject)
                                .orElseGet(() -> DeploymentErrors.of(failure)));
            }
            case OperationState.Canceled _ -> json.put("status", "Canceled");
            case OperationState.Accepted(), OperationState.Running(), OperationState.Canceling() ->
                json.put("status", stack.map(found -> found.state().word()).orElse("running"));
        }
        Response response = Response.json(200, Documents.bytes(json));
        return operation.state().terminal() ? response : response.with("Retry-After", "1");
    }
}
