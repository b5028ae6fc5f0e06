package fairlead.server.access.policy.rule;

import java.util.Optional;
import java.util.stream.Stream;

/// What follows where a rule applies, in the order in which they are looked at.
///
/// Implements "Azure Policy definitions effect basics", without the effects that look at other resources or work later,
/// and with one of our own: `requireApproval`.
public enum Effect {
    DISABLED("disabled", "Nothing: the rule is not looked at."),
    APPEND("append", "What the request lacks is added; a request that says something else there is refused."),
    MODIFY("modify", "Tags and properties are set, added or taken away before the request is looked at."),
    DENY("deny", "The request is refused."),
    REQUIRE_APPROVAL("requireApproval", "The change is carried out once others have approved it."),
    AUDIT("audit", "The request is carried out, and the resource is not compliant."),
    DENY_ACTION("denyAction", "The resource can't be deleted.");

    private final String text;
    private final String says;

    Effect(String text, String says) {
        this.text = text;
        this.says = says;
    }

    static Optional<Effect> find(String text) {
        return Stream.of(values())
                .filter(one -> one.text.equalsIgnoreCase(text))
                .findFirst();
    }

    /// As rules name it.
    public String text() {
        return text;
    }

    /// What it does, for the reference.
    public String says() {
        return says;
    }
}
