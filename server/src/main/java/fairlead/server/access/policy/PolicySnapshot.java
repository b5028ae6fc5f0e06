package fairlead.server.access.policy;

import fairlead.server.access.policy.rule.Effect;
import fairlead.server.access.policy.rule.Flaws;
import fairlead.server.access.policy.rule.Parameters;
import fairlead.server.access.policy.rule.Rule;
import fairlead.server.access.policy.rule.RuleReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// All guardrails as they were at one moment, with every rule that is in force ready to be asked.
public final class PolicySnapshot {

    private final long version;
    private final Map<String, PolicyObject> objects;
    private final AssignedRule[] rules;
    private final List<Exemption> exemptions;

    private PolicySnapshot(
            long version, Map<String, PolicyObject> objects, List<AssignedRule> rules, List<Exemption> exemptions) {
        this.version = version;
        this.objects = objects;
        this.rules = rules.toArray(AssignedRule[]::new);
        this.exemptions = exemptions;
    }

    /// Of what is stored; throws if a rule does not fit the values that its assignment gives it.
    static PolicySnapshot of(long version, List<PolicyObject> stored) {
        Map<String, PolicyObject> objects = new HashMap<>();
        BuiltInPolicies.all().forEach(one -> objects.put(one.key(), one));
        stored.forEach(one -> objects.put(one.key(), one));
        List<AssignedRule> rules = new ArrayList<>();
        List<Exemption> exemptions = new ArrayList<>();
        for (PolicyObject one : stored) {
            switch (one.kind()) {
                case ASSIGNMENT -> rules.addAll(rules(one, objects));
                case EXEMPTION -> exemptions.add(Exemption.of(one));
                case DEFINITION, SET -> {}
            }
        }
        rules.removeIf(rule -> rule.effect() == Effect.DISABLED);
        rules.sort(Comparator.comparing((AssignedRule rule) -> rule.assignment().key())
                .thenComparing(AssignedRule::reference));
        return new PolicySnapshot(version, objects, rules, exemptions);
    }

    /// The rules that an assignment brings into force; a problem if it can't.
    private static List<AssignedRule> rules(PolicyObject assignment, Map<String, PolicyObject> objects) {
        Flaws flaws = new Flaws();
        PolicyObject target = objects.get(PolicyObject.key(assignment.text("policyDefinitionId")));
        if (target == null) {
            flaws.add("/properties/policyDefinitionId", "there is no '" + assignment.text("policyDefinitionId") + "'");
            flaws.end();
            return List.of();
        }
        JsonNode given = assignment.property("parameters");
        List<AssignedRule> rules = new ArrayList<>();
        if (target.kind() == PolicyKind.DEFINITION) {
            rules.add(rule(assignment, target, Optional.empty(), "", given, flaws));
        } else {
            Map<String, JsonNode> values = parameters(target, flaws).values(given, "/properties/parameters", flaws);
            for (JsonNode entry : target.property("policyDefinitions")) {
                PolicyObject definition = objects.get(
                        PolicyObject.key(entry.path("policyDefinitionId").asString("")));
                String reference = entry.path("policyDefinitionReferenceId").asString("");
                if (definition == null) {
                    flaws.add("/properties/policyDefinitionId", "the set has a definition that does not exist");
                } else {
                    JsonNode passed = passed(entry.path("parameters"), values, flaws);
                    rules.add(rule(assignment, definition, Optional.of(target), reference, passed, flaws));
                }
            }
        }
        flaws.end();
        return rules;
    }

    private static Parameters parameters(PolicyObject of, Flaws flaws) {
        return Parameters.read(of.property("parameters"), "/properties/parameters", flaws);
    }

    /// What a set gives to one of its definitions.
    private static JsonNode passed(JsonNode entry, Map<String, JsonNode> values, Flaws flaws) {
        ObjectNode passed = JsonNodeFactory.instance.objectNode();
        for (String name : entry.isObject() ? entry.propertyNames() : List.<String>of()) {
            JsonNode value = RuleReader.value(
                    entry.path(name).path("value"), values, "/properties/policyDefinitions/parameters/" + name, flaws);
            passed.putObject(name).set("value", value);
        }
        return passed;
    }

    private static AssignedRule rule(
            PolicyObject assignment,
            PolicyObject definition,
            Optional<PolicyObject> set,
            String reference,
            JsonNode given,
            Flaws flaws) {
        Map<String, JsonNode> values = parameters(definition, flaws).values(given, "/properties/parameters", flaws);
        flaws.end();
        Rule rule = RuleReader.read(definition.property("policyRule"), values, "/properties/policyRule", flaws);
        AssignedRule.Place place = AssignedRule.Place.of(assignment, definition);
        return new AssignedRule(assignment, definition, set, reference, rule, place);
    }

    /// Counts the changes of the rules.
    long version() {
        return version;
    }

    /// Whether no rule is in force anywhere.
    boolean isEmpty() {
        return rules.length == 0;
    }

    /// The object with that id.
    Optional<PolicyObject> find(String id) {
        return Optional.ofNullable(objects.get(PolicyObject.key(id)));
    }

    /// All of a kind, by id.
    List<PolicyObject> all(PolicyKind kind) {
        return objects.values().stream()
                .filter(one -> one.kind() == kind)
                .sorted(Comparator.comparing(PolicyObject::key))
                .toList();
    }

    AssignedRule[] rules() {
        return rules;
    }

    boolean isExempt(AssignedRule rule, String key, Instant now) {
        for (Exemption exemption : exemptions) {
            if (exemption.covers(rule, key, now)) {
                return true;
            }
        }
        return false;
    }

    /// The first end of an exemption after a moment.
    Optional<Instant> nextEnd(Instant after) {
        return exemptions.stream()
                .flatMap(exemption -> exemption.ends().stream())
                .filter(end -> end.isAfter(after))
                .min(Comparator.naturalOrder());
    }
}
