package fairlead.stack;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// What becomes of one property of a node.
///
/// @param name of the property, at the top of the model
/// @param path of what differs, as a JSON pointer in the model, `/Size` for example
/// @param replaces what the change of this property does to the resource
public record PropertyChange(String name, String path, Values values, Replacement replaces, Origin origin) {

    /// What the property was and is to be.
    ///
    /// @param before what was asked for; empty if nothing was
    /// @param after what is asked for; empty if nothing is, or if that is not known
    /// @param known whether it is known what is asked for: what depends on other nodes is known when these are done
    /// @param secret whether the values must not be shown
    public record Values(Optional<JsonNode> before, Optional<JsonNode> after, boolean known, boolean secret) {}

    /// Of what the property is made.
    ///
    /// @param causes of which nodes, as `Disk` or `Disk.Name`
    /// @param inputs of which parameters
    public record Origin(List<String> causes, Set<String> inputs) {

        static final Origin NONE = new Origin(List.of(), Set.of());

        public Origin {
            causes = List.copyOf(causes);
            inputs = Set.copyOf(inputs);
        }
    }

    public Optional<JsonNode> before() {
        return values.before();
    }

    public Optional<JsonNode> after() {
        return values.after();
    }

    public boolean known() {
        return values.known();
    }

    public boolean secret() {
        return values.secret();
    }

    public List<String> causes() {
        return origin.causes();
    }

    public Set<String> inputs() {
        return origin.inputs();
    }
}
