package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// That an assignment does not count somewhere, perhaps until some time.
///
/// @param assignment its key
/// @param references of definitions within a set, in lower case; empty for all
/// @param scope where, in lower case
/// @param ends when it does count again
record Exemption(String assignment, Set<String> references, String scope, Optional<Instant> ends) {

    static Exemption of(PolicyObject object) {
        Set<String> references = object.property("policyDefinitionReferenceIds")
                .valueStream()
                .map(one -> one.asString("").toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        Optional<Instant> ends = Optional.of(object.text("expiresOn"))
                .filter(text -> !text.isEmpty())
                .map(PolicyReader::instant);
        return new Exemption(
                PolicyObject.key(object.text("policyAssignmentId")),
                references,
                object.scope().key(),
                ends);
    }

    boolean covers(AssignedRule rule, String key, Instant now) {
        return assignment.equals(rule.assignment().key())
                && AccessScope.isAbove(scope, key)
                && (references.isEmpty() || references.contains(rule.reference().toLowerCase(Locale.ROOT)))
                && ends.map(now::isBefore).orElse(true);
    }
}
