package fairlead.server.stack.deployment;

import fairlead.server.operation.OperationId;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// What a deployment does with one resource.
///
/// @param key of the node in the document; of what is deleted, its id
public record DeploymentNode(UUID deployment, String key, int position, Target target, Progress progress) {

    /// What is done.
    public enum Verb {
        /// The resource is made or changed.
        CREATE,
        /// Another deployment is done.
        DEPLOY,
        /// The resource is read.
        READ,
        /// The resource is deleted, since the template does not have it.
        DELETE,
        /// The outputs are evaluated.
        OUTPUTS
    }

    /// With what it is done.
    ///
    /// @param id of the resource; empty while it is not known
    /// @param type of the resource, in the words of the template
    public record Target(Verb verb, String id, String type) {}

    /// How it goes on.
    ///
    /// @param operation that does it, if one does
    /// @param code such as `Created`, `OK` or `Conflict`; empty before the end
    /// @param error with `code` and `message`, if it has failed
    public record Progress(
            DeploymentState state,
            Optional<OperationId> operation,
            Optional<Instant> began,
            Optional<Instant> ended,
            String code,
            Optional<ObjectNode> error) {

        static final Progress WAITING = new Progress(
                DeploymentState.ACCEPTED, Optional.empty(), Optional.empty(), Optional.empty(), "", Optional.empty());

        Progress running(Instant now, Optional<OperationId> by) {
            return new Progress(
                    DeploymentState.RUNNING,
                    by,
                    Optional.of(began.orElse(now)),
                    Optional.empty(),
                    "",
                    Optional.empty());
        }

        /// How it will have ended if it ends well.
        Progress coded(String word) {
            return new Progress(state, operation, began, ended, word, error);
        }

        Progress ended(DeploymentState how, Instant now, String word, Optional<ObjectNode> why) {
            return new Progress(how, operation, Optional.of(began.orElse(now)), Optional.of(now), word, why);
        }
    }

    public DeploymentState state() {
        return progress.state();
    }

    boolean is(DeploymentState asked) {
        return progress.state() == asked;
    }

    DeploymentNode with(Progress next) {
        return new DeploymentNode(deployment, key, position, target, next);
    }

    DeploymentNode at(String id) {
        return new DeploymentNode(deployment, key, position, new Target(target.verb(), id, target.type()), progress);
    }
}
