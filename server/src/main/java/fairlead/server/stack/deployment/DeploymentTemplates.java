package fairlead.server.stack.deployment;

import fairlead.stack.document.Document;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The language in which the templates of deployments are written. Pure: a deployment of equal content gives an equal
/// document.
public interface DeploymentTemplates {

    /// What a template says.
    ///
    /// @param outputs the types of the outputs by their names
    record Read(Document document, Map<String, Output> outputs) {
        public Read {
            outputs = Map.copyOf(outputs);
        }
    }

    /// The type of an output.
    ///
    /// @param secure whether its value must not be shown
    record Output(String type, boolean secure) {}

    /// Which deployment is to be done if another one fails.
    ///
    /// @param name of it; empty for the last one that has succeeded
    record OnError(Optional<String> name) {}

    /// The deployment stack that a deployment is done for, and those within it; empty for none.
    Optional<UUID> stack(Deployment deployment);

    /// A problem with all that is wrong.
    Read read(Deployment deployment);

    /// Whether all that the template does not have is deleted from the group.
    boolean isComplete(Deployment deployment);

    /// A deployment that is a resource of another one.
    ///
    /// @param key of its node
    /// @param to its scope
    /// @param location where it works, if the template says so
    /// @param properties of that resource
    /// @param masked the same without what must not be shown of them
    /// @param secret the names of parameters whose values must not be shown, whatever its template says of them
    record Inner(
            String key,
            DeploymentScope to,
            String name,
            Optional<String> location,
            ObjectNode properties,
            JsonNode masked,
            Set<String> secret) {
        public Inner {
            secret = Set.copyOf(secret);
        }
    }

    /// What is kept of a deployment that is a resource of another one.
    ObjectNode nested(Deployment parent, Inner inner);

    /// Which deployment is to be done if this one fails; empty for none.
    Optional<OnError> onError(Deployment deployment);
}
