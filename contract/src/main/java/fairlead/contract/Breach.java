package fairlead.contract;

import java.util.List;

/// One rule broken by one answer.
///
/// @param found what the answer had; never a write-only value
/// @param pointers the places in the model that it is about, if it is about places
public record Breach(Rule rule, String found, List<String> pointers) {

    public Breach {
        pointers = List.copyOf(pointers);
    }

    public Breach(Rule rule, String found) {
        this(rule, found, List.of());
    }

    /// The rule's id, what was found and the sentence that was broken.
    public String message() {
        return found + " Contract rule " + rule.id() + ": \"" + rule.sentence() + "\"";
    }
}
