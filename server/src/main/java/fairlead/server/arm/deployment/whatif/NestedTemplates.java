package fairlead.server.arm.deployment.whatif;

import fairlead.armtemplate.Compiled;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/// Compiles the templates of nested deployments whose parameters are known only with what there is.
public interface NestedTemplates {

    /// A deployment that is a resource of another one.
    ///
    /// @param keys of the nodes that lead to it, the outermost first
    /// @param id of the deployment
    /// @param envelope what stands beside its properties, such as its location
    /// @param properties with the template, or a link to it, and the values of the parameters
    /// @param secret the names of the parameters whose values must not be shown
    record Nested(List<String> keys, String id, ObjectNode envelope, ObjectNode properties, Set<String> secret) {
        public Nested {
            keys = List.copyOf(keys);
            secret = Set.copyOf(secret);
        }
    }

    /// What its template comes to; empty if that can't be known before it is deployed.
    ///
    /// @throws fairlead.armtemplate.InvalidTemplateException with all that is wrong with it
    Optional<Compiled> compile(Nested nested);

    /// Knows none of them.
    static NestedTemplates none() {
        return _ -> Optional.empty();
    }
}
