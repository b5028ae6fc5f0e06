package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.armtemplate.InvalidTemplateException;
import fairlead.schema.text.Percent;
import fairlead.server.arm.deployment.whatif.Wish;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.Deployment;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.Deployments;
import java.time.Clock;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Begins deployments, and says before what would become of them.
final class DeploymentWrites {

    private final Deployments deployments;
    private final ArmTemplates templates;
    private final DeploymentResources resources;
    private final DeploymentFacts facts;
    private final Clock clock;
    private final DeploymentReads reads;
    private final DeploymentForecast forecast;

    DeploymentWrites(DeploymentSurface.Parts parts, DeploymentReads reads) {
        deployments = parts.deployments();
        templates = parts.templates();
        resources = parts.resources();
        facts = new DeploymentFacts(parts.scopes(), parts.clock());
        clock = parts.clock();
        this.reads = reads;
        forecast = new DeploymentForecast(templates, resources, parts.forecasts());
    }

    /// A request that was read: what is kept of it, and what its template says.
    private record Prepared(ObjectNode content, Compiled compiled, String location, Optional<ObjectNode> error) {}

    private Prepared prepared(Request request, DeploymentAddress address, DeploymentBody body) {
        Prepared compiled = compiled(request, address, body);
        boolean alone = DeploymentBody.member(body.properties(), "validationLevel")
                .asString("")
                .equalsIgnoreCase("Template");
        Optional<ObjectNode> error = alone
                ? Optional.empty()
                : new DeploymentPreflight(resources, request.caller().undecided(), _ -> Optional.empty())
                        .error(compiled.compiled(), address.requireName());
        return new Prepared(compiled.content(), compiled.compiled(), compiled.location(), error);
    }

    private Prepared compiled(Request request, DeploymentAddress address, DeploymentBody body) {
        String name = address.requireName();
        if (body.isComplete() && address.scope().group().isEmpty()) {
            throw new ProblemException(Problem.InvalidBody.of(
                    "deployment.body",
                    "expected Incremental, the only mode of deployments to a subscription, found 'Complete'",
                    "/properties/mode"));
        }
        String location = facts.location(
                address.scope(), "deployment", name, body, reads.find(address).map(Deployment::location));
        ObjectNode content = Documents.empty();
        content.set(ArmTemplates.PROPERTIES, body.properties());
        content.set(ArmTemplates.FACTS, facts.of(request, address.scope(), body, location));
        Compiled compiled = templates.compile(address.scope(), name, content, body.template());
        content.set(ArmTemplates.SHOWN, TemplateJson.shown(compiled));
        return new Prepared(content, compiled, location, Optional.empty());
    }

    Response put(Request request, DeploymentAddress address, DeploymentBody body) {
        Prepared prepared = prepared(request, address, body);
        if (prepared.error().isPresent()) {
            return refused(prepared.error().get());
        }
        Deployments.Begun begun = deployments.put(new Deployments.Asked(
                request.caller(), address.scope(), address.requireName(), prepared.location(), prepared.content()));
        Deployment deployment = begun.deployment();
        String version = request.query("api-version").orElse("");
        String status = request.baseUrl() + deployment.path() + "/operationStatuses/"
                + deployment.condition().operation() + "?api-version=" + Percent.encode(version);
        return Response.json(begun.created() ? 201 : 200, Documents.bytes(reads.json(deployment)))
                .with("Azure-AsyncOperation", status)
                .with("Retry-After", "1");
    }

    private static Response refused(ObjectNode error) {
        ObjectNode body = Documents.empty();
        body.set("error", error);
        return Response.json(400, Documents.bytes(body));
    }

    /// What is wrong, or what would be deployed.
    Response validate(Request request, DeploymentAddress address, DeploymentBody body) {
        Prepared prepared = prepared(request, address, body);
        if (prepared.error().isPresent()) {
            return refused(prepared.error().get());
        }
        ObjectNode json = Documents.empty();
        json.put("id", address.scope().id(address.requireName()));
        json.put("name", address.requireName());
        json.put("type", Deployment.TYPE);
        ObjectNode properties = json.putObject("properties");
        DeploymentJson.asked(properties, prepared.content());
        properties.put("provisioningState", "Succeeded");
        properties.put("timestamp", clock.instant().toString());
        properties.put("duration", "PT0S");
        properties.put("correlationId", request.caller().correlationId());
        TemplateJson.validated(properties, prepared.compiled());
        return Response.json(200, Documents.bytes(json));
    }

    /// What a deployment would change. What is wrong with the template is a result, too.
    Response whatIf(Request request, DeploymentAddress address, byte[] bytes) {
        ObjectNode json;
        try {
            DeploymentBody body = DeploymentBody.read(bytes);
            Wish wish = new Wish(body.isComplete(), DeploymentForecast.isIdsOnly(body.properties()));
            Prepared prepared = compiled(request, address, body);
            json = forecast.json(
                    address.scope(),
                    address.requireName(),
                    prepared.content(),
                    prepared.compiled(),
                    request.caller().undecided(),
                    wish);
        } catch (InvalidTemplateException wrong) {
            json = Documents.empty().put("status", "Failed");
            json.set("error", DeploymentJson.error(wrong));
        }
        return Response.json(200, Documents.bytes(json));
    }

    Response cancel(Request request, DeploymentAddress address) {
        deployments.cancel(request.caller(), reads.require(address));
        return Response.empty(204);
    }

    Response delete(Request request, DeploymentAddress address) {
        reads.find(address).ifPresent(found -> deployments.delete(request.caller(), found));
        return Response.empty(204);
    }
}
