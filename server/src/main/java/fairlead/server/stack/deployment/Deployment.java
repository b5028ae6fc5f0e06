package fairlead.server.stack.deployment;

import fairlead.server.operation.OperationId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// A deployment as it is recorded.
///
/// @param location where its operation works
/// @param documents what was asked for, and what has come of it
public record Deployment(
        UUID id, DeploymentScope scope, String name, String location, Condition condition, Documents documents) {

    /// The type of deployments, as permissions and operations call it.
    public static final String TYPE = "Microsoft.Resources/deployments";

    /// How it is.
    ///
    /// @param operation that carries it out
    /// @param canceling whether it is to be stopped
    /// @param correlation of the request that it came with
    public record Condition(
            DeploymentState state,
            OperationId operation,
            boolean canceling,
            String correlation,
            Instant created,
            Optional<Instant> ended) {

        Condition in(DeploymentState next) {
            return new Condition(next, operation, canceling, correlation, created, ended);
        }

        Condition ended(DeploymentState next, Instant at) {
            return new Condition(next, operation, canceling, correlation, created, Optional.of(at));
        }
    }

    /// What belongs to it.
    ///
    /// @param content what was asked for, in the form of the language: the template, its parameters, and by which
    ///     facts it is compiled
    /// @param result what has come of it: `outputs`, each with its `type` and `value`, `secure` if it must not be
    ///     shown; `error`; `onError`, the name and the state of the deployment that was done in its place
    public record Documents(ObjectNode content, ObjectNode result) {}

    public DeploymentState state() {
        return condition.state();
    }

    public ObjectNode content() {
        return documents.content();
    }

    public ObjectNode result() {
        return documents.result();
    }

    /// Its address.
    public String path() {
        return scope.id(name);
    }

    Deployment with(Condition next) {
        return new Deployment(id, scope, name, location, next, documents);
    }

    Deployment with(ObjectNode result) {
        return new Deployment(id, scope, name, location, condition, new Documents(content(), result));
    }
}
