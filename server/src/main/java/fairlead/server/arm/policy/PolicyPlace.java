package fairlead.server.arm.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.policy.PolicyKind;
import java.util.List;
import java.util.Optional;

/// What an address of guardrails names.
///
/// @param name of one; empty for all
record PolicyPlace(AccessScope scope, PolicyKind kind, Optional<String> name) {

    private static final String NAMESPACE = "microsoft.authorization";

    /// Empty for an address that is none of these.
    static Optional<PolicyPlace> of(List<String> path) {
        for (int i = path.size() - 3; i >= 0 && i >= path.size() - 4; i--) {
            boolean here =
                    path.get(i).equalsIgnoreCase("providers") && path.get(i + 1).equalsIgnoreCase(NAMESPACE);
            Optional<PolicyKind> kind = here ? PolicyKind.find(path.get(i + 2)) : Optional.empty();
            if (kind.isPresent()) {
                Optional<String> name = path.size() == i + 4 ? Optional.of(path.get(i + 3)) : Optional.empty();
                return Optional.of(new PolicyPlace(scope(path.subList(0, i)), kind.get(), name));
            }
        }
        return Optional.empty();
    }

    static AccessScope scope(List<String> path) {
        return new AccessScope(path.isEmpty() ? "" : "/" + String.join("/", path));
    }

    /// Most addresses are told apart without being taken to pieces.
    static boolean mayBe(String path, String namespace) {
        int at = path.length();
        for (int i = 0; i < 4 && at > 0; i++) {
            at = path.lastIndexOf('/', at - 1);
            if (at >= 0 && path.regionMatches(true, at + 1, namespace, 0, namespace.length())) {
                return true;
            }
        }
        return false;
    }

    static boolean mayBe(String path) {
        return mayBe(path, NAMESPACE);
    }
}
