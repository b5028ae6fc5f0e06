package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.access.policy.rule.Effect;
import fairlead.server.access.policy.rule.Facts;
import fairlead.server.access.policy.rule.Rule;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A rule that is in force somewhere: of one definition, directly or within a set, by one assignment.
///
/// @param reference of the definition within the set; empty without one
/// @param place where it is in force
public record AssignedRule(
        PolicyObject assignment,
        PolicyObject definition,
        Optional<PolicyObject> set,
        String reference,
        Rule rule,
        Place place) {

    /// @param scope in lower case
    /// @param not where not, even so, in lower case
    /// @param indexedOnly whether only what has tags and a location is concerned
    record Place(String scope, List<String> not, boolean indexedOnly) {

        static Place of(PolicyObject assignment, PolicyObject definition) {
            List<String> not = assignment
                    .property("notScopes")
                    .valueStream()
                    .map(one -> new AccessScope(one.asString("")).key())
                    .toList();
            boolean indexed = definition.text("mode").equalsIgnoreCase("Indexed");
            return new Place(assignment.scope().key(), not, indexed);
        }

        boolean concerns(String key, boolean indexed) {
            if (!AccessScope.isAbove(scope, key) || (indexedOnly && !indexed)) {
                return false;
            }
            for (String one : not) {
                if (AccessScope.isAbove(one, key)) {
                    return false;
                }
            }
            return true;
        }
    }

    boolean concerns(Facts facts, String key) {
        return place.concerns(key, facts.indexed());
    }

    Effect effect() {
        return rule.effect();
    }

    /// Whether it is carried out, and not only told.
    boolean isEnforced() {
        return !assignment.text("enforcementMode").equals("DoNotEnforce");
    }

    /// What the assignment says to who is refused; empty if nothing.
    Optional<String> message() {
        Optional<String> ofAll = Optional.empty();
        for (JsonNode one : assignment.property("nonComplianceMessages")) {
            String of = one.path("policyDefinitionReferenceId").asString("");
            if (!of.isEmpty() && of.equalsIgnoreCase(reference)) {
                return Optional.of(one.path("message").asString(""));
            }
            ofAll = of.isEmpty() ? Optional.of(one.path("message").asString("")) : ofAll;
        }
        return ofAll;
    }
}
