package fairlead.contract;

/// One rule broken by one answer.
///
/// @param found what the answer had; never a write-only value
public record Breach(Rule rule, String found) {

    /// The rule's id, what was found and the sentence that was broken.
    public String message() {
        return found + " Contract rule " + rule.id() + ": \"" + rule.sentence() + "\"";
    }
}
