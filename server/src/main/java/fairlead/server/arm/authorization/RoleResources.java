package fairlead.server.arm.authorization;

import fairlead.server.access.Action;
import fairlead.server.access.Authorizer;
import fairlead.server.access.Caller;
import fairlead.server.access.role.Roles;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.stack.deployment.DeploymentResources;
import fairlead.server.stack.deployment.DeploymentScope;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Roles and assignments of roles as resources of templates, and by another one all else. What a caller could not give
/// by
/// a request of its own, its template does not give either.
public final class RoleResources implements DeploymentResources {

    private final DeploymentResources others;
    private final Roles roles;
    private final Authorizer authorizer;

    public RoleResources(DeploymentResources others, Roles roles, Authorizer authorizer) {
        this.others = others;
        this.roles = roles;
        this.authorizer = authorizer;
    }

    @Override
    public Begun write(Caller caller, Named resource, ObjectNode body, String token) {
        Optional<RoleId> id = RoleId.of(resource.id());
        return id.isPresent()
                ? new Begun.Done(put(roles, caller, id.get(), body))
                : others.write(caller, resource, body, token);
    }

    private static boolean put(Roles verbs, Caller caller, RoleId id, ObjectNode body) {
        if (!(body.path("properties") instanceof ObjectNode properties)) {
            throw new ProblemException(Problem.InvalidBody.of("envelope.type", "expected an object", "/properties"));
        }
        return id.isAssignment()
                ? verbs.putAssignment(caller, id.scope(), id.guid(), properties).created()
                : verbs.putDefinition(caller, id.guid(), properties).created();
    }

    @Override
    public void rehearse(Caller caller, Named resource, ObjectNode body) {
        Optional<RoleId> id = RoleId.of(resource.id());
        if (id.isPresent()) {
            boolean _ = put(roles.rehearsed(), caller, id.get(), body);
        } else {
            others.rehearse(caller, resource, body);
        }
    }

    @Override
    public void rehearsePart(Caller caller, Named resource, ObjectNode properties) {
        if (RoleId.of(resource.id()).isEmpty()) {
            others.rehearsePart(caller, resource, properties);
        }
    }

    @Override
    public Optional<ObjectNode> read(Caller caller, Named resource) {
        Optional<RoleId> role = RoleId.of(resource.id());
        if (role.isEmpty()) {
            return others.read(caller, resource);
        }
        RoleId id = role.get();
        var _ = authorizer.require(caller, Action.read(id.type()), id.scope());
        return id.isAssignment()
                ? roles.assignment(id.scope(), id.guid()).map(AuthorizationSurface::json)
                : roles.definition(id.guid()).map(found -> AuthorizationSurface.json(found, id.scope()));
    }

    @Override
    public JsonNode act(Caller caller, Named resource, String action, JsonNode input) {
        if (RoleId.of(resource.id()).isPresent()) {
            throw new ProblemException(new Problem.NotFound(
                    ProblemCode.ACTION_NOT_FOUND, "Roles and their assignments have no action '" + action + "'."));
        }
        return others.act(caller, resource, action, input);
    }

    @Override
    public Begun delete(Caller caller, String resource, String token) {
        Optional<RoleId> role = RoleId.of(resource);
        if (role.isEmpty()) {
            return others.delete(caller, resource, token);
        }
        RoleId id = role.get();
        if (id.isAssignment()) {
            var _ = roles.deleteAssignment(caller, id.scope(), id.guid());
        } else {
            var _ = roles.deleteDefinition(caller, id.guid());
        }
        return new Begun.Done(false);
    }

    @Override
    public boolean isEmpty(DeploymentScope group) {
        return others.isEmpty(group);
    }

    @Override
    public List<String> inGroup(Caller caller, DeploymentScope group) {
        return others.inGroup(caller, group);
    }
}
