package fairlead.contract.result;

import fairlead.contract.Rule;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/// One breach of a rule.
///
/// @param found what was found, in a sentence; never a write-only value
/// @param pointers the places in the model that it is about
/// @param where the part of the suite, and the input set, `lifecycle of generated 2` for example
/// @param input what the resource was made with, as small as it could be made
/// @param calls the calls up to the failure, and their answers
public record Failure(
        Rule rule,
        String found,
        List<String> pointers,
        String where,
        Optional<ObjectNode> input,
        List<Exchange> calls) {

    public Failure {
        pointers = List.copyOf(pointers);
        calls = List.copyOf(calls);
    }

    /// As it shows with a smaller input.
    public Failure shrunk(ObjectNode smaller, String foundThere) {
        return new Failure(rule, foundThere, pointers, where, Optional.of(smaller), calls);
    }
}
