package fairlead.server.arm.deployment;

import fairlead.server.access.Caller;
import fairlead.server.access.identity.token.Authority;
import fairlead.server.http.Request;
import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemCode;
import fairlead.server.problem.ProblemException;
import fairlead.server.resource.document.Documents;
import fairlead.server.scope.Locations;
import fairlead.server.scope.Scopes;
import fairlead.server.stack.deployment.DeploymentScope;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// By what a template is compiled besides what it says, and where it is carried out.
final class DeploymentFacts {

    private final Scopes scopes;
    private final Clock clock;

    DeploymentFacts(Scopes scopes, Clock clock) {
        this.scopes = scopes;
        this.clock = clock;
    }

    /// @param to what is deployed to
    ObjectNode of(Request request, DeploymentScope to, DeploymentBody body, String location) {
        Caller caller = request.caller();
        ObjectNode facts = Documents.empty();
        facts.put("now", clock.instant().toString());
        facts.put("seed", UUID.randomUUID().toString());
        facts.put("base", request.baseUrl());
        if (to.group().isEmpty()) {
            facts.put("location", location);
        }
        JsonNode tags = DeploymentBody.member(body.whole(), "tags");
        if (tags.isObject()) {
            facts.set("tags", tags);
        }
        facts.putObject("deployer")
                .put("objectId", caller.principal().id().toString())
                .put("tenantId", Authority.TENANT)
                .put("userPrincipalName", caller.principal().name());
        return facts;
    }

    /// Where it is carried out: at the place of its group, or where its body says.
    ///
    /// @param what the kind of thing that has the location, for people
    /// @param earlier where the one of that name is, which can't move
    String location(DeploymentScope scope, String what, String name, DeploymentBody body, Optional<String> earlier) {
        if (scope.group().isPresent()) {
            return scopes.group(scope.subscription(), scope.group().get()).location();
        }
        String asked = body.location()
                .orElseThrow(() -> new ProblemException(new Problem.BadRequest(
                        ProblemCode.LOCATION_REQUIRED,
                        "The 'location' property must be specified for '" + name + "'.",
                        "/location")));
        Locations locations = scopes.locations();
        if (!locations.serves(asked)) {
            throw new ProblemException(new Problem.BadRequest(
                    ProblemCode.LOCATION_NOT_AVAILABLE_FOR_RESOURCE_TYPE,
                    "The location '" + asked + "' is not served: expected one of "
                            + String.join(", ", locations.servedOf(List.of())) + ".",
                    "/location"));
        }
        String location = Locations.normal(asked);
        earlier.filter(other -> !other.equals(location)).ifPresent(other -> {
            throw new ProblemException(new Problem.Conflict(
                    ProblemCode.INVALID_DEPLOYMENT_LOCATION,
                    "Invalid " + what + " location '" + location + "'. The " + what + " '" + name
                            + "' already exists in location '" + other + "'."));
        });
        return location;
    }
}
