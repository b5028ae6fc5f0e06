package fairlead.server.arm.authorization;

import fairlead.server.access.Caller;
import fairlead.server.access.role.RoleDefinition;
import fairlead.server.access.role.RoleJson;
import fairlead.server.arm.deployment.whatif.Proposal;
import fairlead.server.arm.deployment.whatif.ResourceForecasts;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.stack.deployment.DeploymentResources.Named;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// Forecasts of roles and of their assignments, and by another one of all else.
public final class RoleForecasts implements ResourceForecasts {

    /// What the server itself says of them.
    private static final List<String> OF_THE_SERVER =
            List.of("createdOn", "updatedOn", "createdBy", "updatedBy", "scope", "type");

    private final ResourceForecasts others;
    private final RoleResources roles;

    public RoleForecasts(ResourceForecasts others, RoleResources roles) {
        this.others = others;
        this.roles = roles;
    }

    @Override
    public List<Along> along(Caller caller, Named resource, ObjectNode body) {
        return RoleId.of(resource.id()).isPresent() ? List.of() : others.along(caller, resource, body);
    }

    @Override
    public Optional<Form> form(Named resource) {
        return RoleId.of(resource.id()).isPresent() ? Optional.of(new Form(Optional.empty())) : others.form(resource);
    }

    @Override
    public Optional<Asked> asked(Caller caller, Named resource) {
        Optional<RoleId> id = RoleId.of(resource.id());
        return id.isEmpty()
                ? others.asked(caller, resource)
                : roles.read(caller, resource)
                        .map(found -> proposal(Optional.empty(), resource.id(), normal(id.get(), (ObjectNode)
                                found.path("properties"))));
    }

    @Override
    public Would put(Caller caller, Named resource, ObjectNode body) {
        Optional<RoleId> id = RoleId.of(resource.id());
        if (id.isEmpty()) {
            return others.put(caller, resource, body);
        }
        try {
            roles.rehearse(caller, resource, body.deepCopy());
            Optional<Asked> before = asked(caller, resource);
            Asked after = proposal(before, resource.id(), normal(id.get(), (ObjectNode) body.path("properties")));
            if (before.isEmpty()) {
                return new Would.Create(after);
            }
            return before.get().equals(after) ? new Would.Keep() : new Would.Change(before.get(), after);
        } catch (ProblemException refused) {
            return new Would.Refused(refused.problem());
        }
    }

    @Override
    public Asked proposed(Caller caller, Named resource, ObjectNode body, boolean known) {
        Optional<RoleId> id = RoleId.of(resource.id());
        if (id.isEmpty()) {
            return others.proposed(caller, resource, body, known);
        }
        if (known) {
            roles.rehearse(caller, resource, body.deepCopy());
        }
        ObjectNode properties =
                body.path("properties") instanceof ObjectNode given ? given.deepCopy() : Documents.empty();
        return proposal(asked(caller, resource), resource.id(), known ? normal(id.get(), properties) : properties);
    }

    private static Asked proposal(Optional<Asked> before, String id, ObjectNode properties) {
        ObjectNode body = Documents.empty();
        body.set("properties", properties);
        return Proposal.of(Optional.empty(), before, id, body);
    }

    /// The properties as they are kept, however they were written.
    private static ObjectNode normal(RoleId id, ObjectNode given) {
        RoleDefinition.Written never = RoleDefinition.Written.NEVER;
        ObjectNode normal;
        if (id.isAssignment()) {
            var assignment = RoleJson.assignment(id.guid(), id.scope(), given, never);
            normal =
                    RoleJson.properties(assignment, AuthorizationSurface.roleId(assignment.role(), assignment.scope()));
        } else {
            normal = RoleJson.properties(RoleJson.definition(id.guid(), given, never));
        }
        normal.remove(OF_THE_SERVER);
        List<String> empty = normal.properties().stream()
                .filter(member -> member.getValue().isNull()
                        || member.getValue().asString("x").isEmpty())
                .map(java.util.Map.Entry::getKey)
                .toList();
        normal.remove(empty);
        return normal;
    }
}
