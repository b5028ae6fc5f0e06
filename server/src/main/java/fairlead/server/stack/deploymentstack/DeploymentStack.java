package fairlead.server.stack.deploymentstack;

import fairlead.server.operation.OperationId;
import fairlead.server.stack.deployment.DeploymentScope;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// A deployment stack as it is recorded.
///
/// @param scope where it is
/// @param location where its operations work
/// @param documents what was asked for, and what has come of it
public record DeploymentStack(
        UUID id, DeploymentScope scope, String name, String location, Condition condition, Documents documents) {

    /// The type of deployment stacks, as permissions and operations call it.
    public static final String TYPE = "Microsoft.Resources/deploymentStacks";

    /// How it is.
    ///
    /// @param operation that works on it, or was the last to
    /// @param correlation of the request that has begun that
    /// @param ended when that has ended; empty while it works
    public record Condition(
            StackState state, OperationId operation, String correlation, Written written, Optional<Instant> ended) {}

    /// Who has written it, and when.
    public record Written(Instant created, String createdBy, Instant changed, String changedBy) {}

    /// What belongs to it.
    ///
    /// @param content `deployment`, what is deployed in the form of the language; `terms`, see [StackTerms]
    /// @param result what has come of it, see [DeploymentStackWork]
    public record Documents(ObjectNode content, ObjectNode result) {}

    public StackState state() {
        return condition.state();
    }

    public ObjectNode content() {
        return documents.content();
    }

    public ObjectNode result() {
        return documents.result();
    }

    /// What was asked for besides what is deployed.
    public StackTerms terms() {
        return StackTerms.of(content().path(StackTerms.MEMBER));
    }

    /// Its address.
    public String path() {
        return scope.id() + "/providers/" + TYPE + "/" + name;
    }

    DeploymentStack in(StackState state, Instant now) {
        Optional<Instant> ended = state.ended() ? Optional.of(now) : Optional.empty();
        return with(new Condition(state, condition.operation(), condition.correlation(), condition.written(), ended));
    }

    DeploymentStack with(Condition next) {
        return new DeploymentStack(id, scope, name, location, next, documents);
    }

    DeploymentStack with(ObjectNode result) {
        return with(new Documents(content(), result));
    }

    DeploymentStack with(Documents next) {
        return new DeploymentStack(id, scope, name, location, condition, next);
    }
}
