package fairlead.server.arm.deployment;

import fairlead.schema.text.Percent;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentNode;
import fairlead.server.stack.deployment.DeploymentState;
import fairlead.server.stack.deployment.Deployments;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Looks at deployments.
final class DeploymentReads {

    private static final int USUAL = 100;
    private static final int MOST = 800;
    private static final Pattern FILTER = Pattern.compile("\\s*provisioningState\\s+eq\\s+'([A-Za-z]+)'\\s*");

    private final Deployments deployments;
    private final Clock clock;

    DeploymentReads(Deployments deployments, Clock clock) {
        this.deployments = deployments;
        this.clock = clock;
    }

    Optional<Deployment> find(DeploymentAddress address) {
        return deployments.find(address.scope(), address.name().orElse(""));
    }

    Deployment require(DeploymentAddress address) {
        return find(address).orElseThrow(() -> notFound(address.name().orElse("")));
    }

    static ProblemException notFound(String name) {
        return new ProblemException(new Problem.NotFound(
                ProblemCode.DEPLOYMENT_NOT_FOUND, "Deployment '" + name + "' could not be found."));
    }

    ObjectNode json(Deployment deployment) {
        return DeploymentJson.of(deployment, deployments.nodes(deployment), clock.instant());
    }

    /// Held while it is at work.
    Response one(Request request, DeploymentAddress address) {
        Deployment deployment = deployments.awaited(require(address), request::isAbandoned);
        return Response.json(200, Documents.bytes(json(deployment)));
    }

    Response list(Request request, DeploymentAddress address) {
        Optional<String> word = request.query("$filter").map(DeploymentReads::filter);
        Optional<DeploymentState> state = word.flatMap(DeploymentState::parse);
        int limit = request.query("$top").map(DeploymentReads::limit).orElse(USUAL);
        Optional<Deployment> behind = request.query("$skiptoken")
                .map(name -> deployments
                        .find(address.scope(), name)
                        .orElseThrow(() -> wrong("$skiptoken", name, "the token of a page")));
        List<Deployment> found = word.isPresent() && state.isEmpty()
                ? List.of()
                : deployments.list(address.scope(), behind, state, limit + 1);
        List<Deployment> page = found.subList(0, Math.min(limit, found.size()));
        ObjectNode json = Documents.empty();
        ArrayNode value = json.putArray("value");
        page.forEach(deployment -> value.add(json(deployment)));
        if (found.size() > page.size()) {
            json.put(
                    "nextLink",
                    request.urlWith("$skiptoken", Percent.encode(page.getLast().name())));
        }
        return Response.json(200, Documents.bytes(json));
    }

    private static int limit(String top) {
        if (top.matches("[1-9][0-9]{0,4}")) {
            return Math.min(Integer.parseInt(top), MOST);
        }
        throw wrong("$top", top, "a positive integer");
    }

    /// The word for a state that a filter asks for.
    private static String filter(String text) {
        Matcher matcher = FILTER.matcher(text);
        if (!matcher.matches()) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.INVALID_FILTER_IN_QUERY_STRING,
                    "The $filter '" + text + "' can't be used: expected provisioningState eq 'Succeeded' for example.",
                    "$filter"));
        }
        return matcher.group(1);
    }

    private static ProblemException wrong(String name, String found, String expected) {
        return new ProblemException(new Problem.BadRequest(
                ProblemCode.INVALID_QUERY_PARAMETER,
                "The value of " + name + " is '" + found + "'; expected " + expected + ".",
                name));
    }

    Response template(DeploymentAddress address) {
        Deployment deployment = require(address);
        ObjectNode json = Documents.empty();
        var template = DeploymentBody.member(deployment.content().path(ArmTemplates.PROPERTIES), "template");
        if (template.isMissingNode()) {
            var link = DeploymentBody.member(deployment.content().path(ArmTemplates.PROPERTIES), "templateLink");
            json.set("templateLink", link);
        } else {
            JsonNode masked = deployment.content().path(ArmTemplates.MASKED);
            json.set("template", masked.isMissingNode() ? template : masked);
        }
        return Response.json(200, Documents.bytes(json));
    }

    Response operations(Request request, DeploymentAddress address) {
        Deployment deployment = require(address);
        List<DeploymentNode> nodes = deployments.nodes(deployment).stream()
                .filter(node -> node.state() != DeploymentState.ACCEPTED && node.state() != DeploymentState.SKIPPED)
                .toList();
        if (address.id().isPresent()) {
            String id = address.id().get();
            return nodes.stream()
                    .filter(node -> DeploymentJson.operationId(node).equalsIgnoreCase(id))
                    .findFirst()
                    .map(node -> DeploymentJson.operation(deployment, node, clock.instant()))
                    .map(json -> Response.json(200, Documents.bytes(json)))
                    .orElseThrow(() -> new ProblemException(new Problem.NotFound(
                            ProblemCode.OPERATION_NOT_FOUND, "Deployment operation '" + id + "' could not be found.")));
        }
        int limit = request.query("$top").map(DeploymentReads::limit).orElse(MOST);
        ObjectNode json = Documents.empty();
        ArrayNode value = json.putArray("value");
        nodes.stream()
                .limit(limit)
                .forEach(node -> value.add(DeploymentJson.operation(deployment, node, clock.instant())));
        return Response.json(200, Documents.bytes(json));
    }

    /// How a deployment goes on. Held while it is at work.
    Response status(Request request, DeploymentAddress address) {
        Deployment found = require(address);
        boolean same = address.id()
                .filter(found.condition().operation().toString()::equalsIgnoreCase)
                .isPresent();
        if (!same) {
            throw notFound(address.name().orElse(""));
        }
        Deployment deployment = deployments.awaited(found, request::isAbandoned);
        ObjectNode json = Documents.empty();
        json.put("status", deployment.state().word());
        if (deployment.state().ended()) {
            DeploymentJson.failure(deployment).ifPresent(error -> json.set("error", error));
        }
        Response response = Response.json(200, Documents.bytes(json));
        return deployment.state().ended() ? response : response.with("Retry-After", "1");
    }
}
