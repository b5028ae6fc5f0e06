package fairlead.armtemplate.evaluation;

import fairlead.armtemplate.function.Arguments;
import fairlead.stack.document.Expression;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What the names in expressions mean. Each of these throws [fairlead.stack.document.EvaluationException]
/// for a name that means nothing.
public interface Scope {

    Bound parameter(String name);

    Bound variable(String name);

    Optional<UserFunction> function(String namespace, String name);

    /// A function that depends on where and when the template is deployed.
    ///
    /// @return empty if there is no such function
    Optional<JsonNode> fact(Arguments arguments);

    /// The node that a reference means.
    ///
    /// @param target an id or a name
    /// @param function the function that refers
    /// @param pointer where it stands
    /// @return the key of the node
    String node(String target, Optional<String> version, String function, String pointer);

    /// A node for something whose id is not known yet.
    ///
    /// @param key the same for the same place in the same turn of the same loops
    /// @return the key of the node
    String node(Expression target, Optional<String> version, String function, String pointer, String key);

    /// The nodes that a loop makes, in their order.
    List<String> loop(String name);

    /// What is known of a resource of the template before it is deployed: id, name, type, version.
    JsonNode resourceInfo(String name);
}
