package fairlead.stack.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// All that a template wants: the nodes and outputs that remain once parameters, conditions and loops are resolved.
///
/// @param nodes by their keys, in the order of the template
/// @param outputs by their names, in the order of the template
/// @param warnings what the author should know though nothing is wrong
/// @param addresses where nodes are, by their keys, for those of which the template says it
public record Document(
        SequencedMap<String, Node> nodes,
        SequencedMap<String, Output> outputs,
        List<String> warnings,
        Map<String, Address> addresses) {

    public Document {
        nodes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(nodes));
        outputs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outputs));
        warnings = List.copyOf(warnings);
        addresses = Map.copyOf(addresses);
    }

    /// A document of a template that says of nothing where it is.
    public Document(SequencedMap<String, Node> nodes, SequencedMap<String, Output> outputs, List<String> warnings) {
        this(nodes, outputs, warnings, Map.of());
    }

    /// A document that wants nothing.
    public static Document empty() {
        return new Document(new LinkedHashMap<>(), new LinkedHashMap<>(), List.of());
    }

    /// @return the node of that key
    /// @throws IllegalArgumentException if there is none
    public Node node(String key) {
        Node node = nodes.get(key);
        if (node == null) {
            throw new IllegalArgumentException(
                    "no node '" + key + "' in " + Map.copyOf(nodes).keySet());
        }
        return node;
    }
}
