package fairlead.server.access.policy;

import java.util.Optional;
import java.util.stream.Stream;

/// The kinds of things that guardrails consist of.
public enum PolicyKind {
    DEFINITION("policyDefinitions", "policy definition"),
    SET("policySetDefinitions", "policy set definition"),
    ASSIGNMENT("policyAssignments", "policy assignment"),
    EXEMPTION("policyExemptions", "policy exemption");

    private static final String NAMESPACE = "Microsoft.Authorization/";

    private final String word;
    private final String noun;

    PolicyKind(String word, String noun) {
        this.word = word;
        this.noun = noun;
    }

    /// The one with that last part of its type, without regard to case.
    public static Optional<PolicyKind> find(String word) {
        return Stream.of(values())
                .filter(kind -> kind.word.equalsIgnoreCase(word))
                .findFirst();
    }

    /// As ARM names the type.
    public String type() {
        return NAMESPACE + word;
    }

    /// For people.
    public String noun() {
        return noun;
    }

    /// Whether it is at any scope; definitions are of a subscription, or of all.
    public boolean isAtAnyScope() {
        return this == ASSIGNMENT || this == EXEMPTION;
    }
}
