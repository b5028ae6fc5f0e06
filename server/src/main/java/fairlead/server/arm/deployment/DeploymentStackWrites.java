package fairlead.server.arm.deployment;

import fairlead.armtemplate.Compiled;
import fairlead.schema.text.Percent;
import fairlead.server.access.AccessScope;
import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.http.Request;
import fairlead.server.http.Response;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deploymentstack.DeploymentStack;
import fairlead.server.stack.deploymentstack.DeploymentStacks;
import fairlead.server.stack.deploymentstack.OnUnmanage;
import fairlead.server.stack.record.Ownership;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Begins operations of deployment stacks, and says before what would be refused.
final class DeploymentStackWrites {

    private static final String KIND = "deployment stack";

    private final DeploymentStacks stacks;
    private final ArmTemplates templates;
    private final DeploymentResources resources;
    private final Authorizer authorizer;
    private final Scopes scopes;
    private final DeploymentFacts facts;
    private final DeploymentStackReads reads;

    DeploymentStackWrites(DeploymentStackSurface.Parts parts, DeploymentStackReads reads) {
        stacks = parts.engine().stacks();
        templates = parts.templates();
        resources = parts.resources();
        authorizer = parts.authorizer();
        scopes = parts.scopes();
        facts = new DeploymentFacts(parts.scopes(), parts.clock());
        this.reads = reads;
    }

    /// A request that was read.
    ///
    /// @param content what is kept of what is deployed
    record Prepared(
            DeploymentStacks.Place place,
            String location,
            ObjectNode content,
            Compiled compiled,
            DeploymentStackBody body) {}

    Prepared prepared(Request request, DeploymentStackAddress address, DeploymentStackBody body) {
        String name = address.requireName();
        Optional<DeploymentStack> earlier = reads.find(address);
        String location =
                facts.location(address.scope(), KIND, name, body.body(), earlier.map(DeploymentStack::location));
        body.terms()
                .to()
                .group()
                .ifPresent(group -> scopes.group(address.scope().subscription(), group));
        DeploymentStacks.Place place = stacks.place(address.scope(), name);
        ObjectNode content = Documents.empty();
        content.set(ArmTemplates.PROPERTIES, body.deployed());
        content.set(
                ArmTemplates.FACTS,
                facts.of(request, body.terms().to(), body.body(), location)
                        .put(ArmTemplates.STACK, place.id().toString()));
        Compiled compiled =
                templates.compile(body.terms().to(), name, content, body.body().template());
        content.set(ArmTemplates.SHOWN, TemplateJson.shown(compiled));
        content.set(DeploymentStackJson.ASKED, body.shown());
        return new Prepared(place, location, content, compiled, body);
    }

    /// Everything that would be refused.
    private Optional<ObjectNode> refusal(Caller caller, Prepared prepared) {
        boolean alone =
                prepared.body().shown().path("validationLevel").asString("").equalsIgnoreCase("Template");
        Caller member = caller.undecided().in(prepared.place().id());
        return alone
                ? Optional.empty()
                : new DeploymentPreflight(resources, member, id -> taken(prepared.place(), id))
                        .error(prepared.compiled(), prepared.place().name());
    }

    Optional<Problem> taken(DeploymentStacks.Place place, String id) {
        return stacks.other(place.id(), id)
                .map(owner -> Ownership.taken(id, owner).problem());
    }

    /// The caller, who may have the stack forbid something to others, if that is asked for or was.
    private Caller denying(Request request, DeploymentStackAddress address, boolean denies) {
        boolean did = reads.find(address)
                .filter(earlier -> !earlier.terms().deny().isNone())
                .isPresent();
        if (!denies && !did) {
            return request.caller();
        }
        AccessScope scope = new AccessScope(address.scope().id());
        Action manage = Action.called("manageDenySetting", DeploymentStack.TYPE);
        return request.caller().with(authorizer.require(request.caller(), manage, scope));
    }

    Response put(Request request, DeploymentStackAddress address, DeploymentStackBody body) {
        Prepared prepared = prepared(request, address, body);
        Caller caller = denying(request, address, !body.terms().deny().isNone());
        Optional<ObjectNode> error = refusal(request.caller(), prepared);
        if (error.isPresent()) {
            return refused(error.get());
        }
        DeploymentStacks.Begun begun = stacks.put(new DeploymentStacks.Asked(
                caller, prepared.place(), prepared.location(), prepared.content(), body.terms(), body.bypasses()));
        return Response.json(begun.created() ? 201 : 200, Documents.bytes(reads.json(begun.stack())))
                .with("Azure-AsyncOperation", status(request, begun.stack()))
                .with("Retry-After", "1");
    }

    private static String status(Request request, DeploymentStack stack) {
        return request.baseUrl() + stack.path() + "/operationStatuses/"
                + stack.condition().operation() + "?api-version="
                + Percent.encode(request.query("api-version").orElse(""));
    }

    private static Response refused(ObjectNode error) {
        ObjectNode body = Documents.empty();
        body.set("error", error);
        return Response.json(400, Documents.bytes(body));
    }

    /// What is wrong, or what would be managed.
    Response validate(Request request, DeploymentStackAddress address, DeploymentStackBody body) {
        Prepared prepared = prepared(request, address, body);
        Caller _ = denying(request, address, !body.terms().deny().isNone());
        Optional<ObjectNode> error = refusal(request.caller(), prepared);
        if (error.isPresent()) {
            return refused(error.get());
        }
        ObjectNode json = Documents.empty();
        String name = prepared.place().name();
        json.put("id", address.scope().id() + "/providers/" + DeploymentStack.TYPE + "/" + name);
        json.put("name", name);
        json.put("type", DeploymentStack.TYPE);
        ObjectNode properties = json.putObject("properties");
        DeploymentStackJson.asked(properties, prepared.content(), body.terms(), reads.areDenialsDecided());
        properties.put("correlationId", request.caller().correlationId());
        TemplateJson.validated(properties, prepared.compiled());
        return Response.json(200, Documents.bytes(json));
    }

    Response delete(Request request, DeploymentStackAddress address) {
        OnUnmanage how = onUnmanage(request);
        Optional<DeploymentStack> found = reads.find(address);
        if (found.isEmpty()) {
            return Response.empty(204);
        }
        boolean bypass = request.query("bypassStackOutOfSyncError")
                .filter("true"::equalsIgnoreCase)
                .isPresent();
        Caller caller = denying(request, address, false);
        DeploymentStack stack = stacks.delete(caller, found.get(), how, bypass);
        String status = status(request, stack);
        return Response.empty(202)
                .with("Azure-AsyncOperation", status)
                .with("Location", status)
                .with("Retry-After", "1");
    }

    private static OnUnmanage onUnmanage(Request request) {
        List<Problem.Detail> details = new ArrayList<>();
        OnUnmanage how = new OnUnmanage(
                deletes(request, "unmanageAction.Resources", details),
                deletes(request, "unmanageAction.ResourceGroups", details));
        boolean _ = deletes(request, "unmanageAction.ManagementGroups", details);
        if (!details.isEmpty()) {
            throw new ProblemException(new Problem.InvalidBody(details));
        }
        return how;
    }

    private static boolean deletes(Request request, String option, List<Problem.Detail> details) {
        return DeploymentStackBody.deletes(request.query(option).orElse(""), option, false, details);
    }
}
