package fairlead.server.access.policy;

import fairlead.server.access.policy.rule.Flaws;
import fairlead.server.access.policy.rule.Parameters;
import fairlead.server.access.policy.rule.RuleReader;
import fairlead.server.problem.ProblemCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// Checks the properties of definitions, sets, assignments and exemptions as callers write them, and completes them.
/// What
/// is not understood is refused.
///
/// Implements the request bodies of "Policy Definitions", "Policy Set Definitions", "Policy Assignments" and "Policy
/// Exemptions" of the REST reference of Azure Policy.
final class PolicyReader {

    private static final String AT = "/properties/";
    private static final String PARAMETERS = "parameters";
    private static final Set<String> SHARED = Set.of("displayName", "description", "metadata");
    private final PolicyKind kind;
    private final ObjectNode properties;
    private final RuleReader.Aliases aliases;
    private final Flaws flaws = new Flaws();

    private PolicyReader(PolicyKind kind, ObjectNode properties, RuleReader.Aliases aliases) {
        this.kind = kind;
        this.properties = properties;
        this.aliases = aliases;
    }

    /// The properties, completed; a problem with all that is wrong with them.
    static ObjectNode read(PolicyKind kind, JsonNode given, RuleReader.Aliases aliases) {
        ObjectNode properties = (ObjectNode) given.deepCopy();
        PolicyReader reader = new PolicyReader(kind, properties, aliases);
        reader.members();
        switch (kind) {
            case DEFINITION -> reader.definition();
            case SET -> reader.set();
            case ASSIGNMENT -> reader.assignment();
            case EXEMPTION -> reader.exemption();
        }
        reader.flaws.end();
        return properties;
    }

    private void members() {
        for (String member : Set.copyOf(properties.propertyNames())) {
            if (isEmpty(properties.path(member))) {
                properties.remove(member);
            } else if (!SHARED.contains(member) && !own().contains(member)) {
                flaws.add(AT + member, "a " + kind.noun() + " here has no such property");
            }
        }
        for (String text : List.of("displayName", "description")) {
            if (properties.has(text) && !properties.path(text).isString()) {
                flaws.add(AT + text, "expected a text");
            }
        }
        if (properties.has("metadata") && !properties.path("metadata").isObject()) {
            flaws.add(AT + "metadata", "expected an object");
        }
    }

    private Set<String> own() {
        return switch (kind) {
            case DEFINITION -> Set.of("policyType", "mode", PARAMETERS, "policyRule", "version", "versions");
            case SET ->
                Set.of("policyType", PARAMETERS, "policyDefinitions", "policyDefinitionGroups", "version", "versions");
            case ASSIGNMENT ->
                Set.of(
                        "policyDefinitionId",
                        PARAMETERS,
                        "notScopes",
                        "enforcementMode",
                        "nonComplianceMessages",
                        "scope",
                        "instanceId");
            case EXEMPTION ->
                Set.of(
                        "policyAssignmentId",
                        "policyDefinitionReferenceIds",
                        "exemptionCategory",
                        "expiresOn",
                        "assignmentScopeValidation");
        };
    }

    /// Tools send what a caller has left out as null or as an empty list.
    private static boolean isEmpty(JsonNode value) {
        return value.isNull() || (value.isArray() && value.isEmpty());
    }

    private String oneOf(String property, String standard, String... allowed) {
        String found = properties.path(property).asString(standard);
        for (String one : allowed) {
            if (one.equalsIgnoreCase(found)) {
                properties.put(property, one);
                return one;
            }
        }
        flaws.add(AT + property, "expected " + String.join(" or ", allowed) + ", found '" + found + "'");
        return standard;
    }

    private void versioned() {
        oneOf("policyType", "Custom", "Custom");
        String version = properties.path("version").asString("1.0.0");
        properties.put("version", version);
        properties.putArray("versions").add(version);
    }

    // -- definitions --------------------------------------------------------------------------------------------------

    private void definition() {
        versioned();
        oneOf("mode", "Indexed", "All", "Indexed");
        Flaws ofRule = new Flaws();
        Parameters declared = Parameters.read(properties.path(PARAMETERS), AT + PARAMETERS, ofRule);
        JsonNode rule = properties.path("policyRule");
        if (rule.isObject()) {
            RuleReader.check(rule, declared, aliases, AT + "policyRule", ofRule);
        } else {
            ofRule.add(AT + "policyRule", "expected an object with if and then");
        }
        ofRule.end(ProblemCode.INVALID_POLICY_RULE);
    }

    private void set() {
        versioned();
        Flaws ofParameters = new Flaws();
        Parameters declared = Parameters.read(properties.path(PARAMETERS), AT + PARAMETERS, ofParameters);
        ofParameters.end(ProblemCode.INVALID_POLICY_RULE);
        JsonNode definitions = properties.path("policyDefinitions");
        if (!definitions.isArray()) {
            flaws.add(AT + "policyDefinitions", "expected a list that is not empty");
        }
        Set<String> references = new HashSet<>();
        for (int i = 0; i < definitions.size(); i++) {
            String place = AT + "policyDefinitions/" + i;
            if (!(definitions.get(i) instanceof ObjectNode entry)) {
                flaws.add(place, "expected an object");
                continue;
            }
            only(entry, place, Set.of("policyDefinitionId", PARAMETERS, "policyDefinitionReferenceId", "groupNames"));
            String reference = entry.path("policyDefinitionReferenceId").asString("");
            if (reference.isEmpty()) {
                reference = Integer.toString(i + 1);
                entry.put("policyDefinitionReferenceId", reference);
            }
            if (!references.add(reference.toLowerCase(Locale.ROOT))) {
                flaws.add(place + "/policyDefinitionReferenceId", "another definition of the set has the same");
            }
            for (String name :
                    entry.path(PARAMETERS).isObject() ? entry.path(PARAMETERS).propertyNames() : Set.<String>of()) {
                RuleReader.value(
                        entry.path(PARAMETERS).path(name).path("value"),
                        declared.samples(),
                        place + "/parameters/" + name,
                        flaws);
            }
        }
    }

    /// Members that tools send with their defaults may be there and empty.
    private void only(ObjectNode object, String pointer, Set<String> members) {
        for (String member : Set.copyOf(object.propertyNames())) {
            if (isEmpty(object.path(member))) {
                object.remove(member);
            } else if (!members.contains(member)) {
                flaws.add(pointer + "/" + member, "there is no such member here");
            }
        }
    }

    // -- assignments --------------------------------------------------------------------------------------------------

    private void assignment() {
        properties.remove(List.of("scope", "instanceId"));
        text("policyDefinitionId");
        oneOf("enforcementMode", "Default", "Default", "DoNotEnforce");
        texts("notScopes");
        if (!properties.has("notScopes")) {
            properties.putArray("notScopes");
        }
        JsonNode messages = properties.path("nonComplianceMessages");
        if (!messages.isMissingNode() && !messages.isArray()) {
            flaws.add(AT + "nonComplianceMessages", "expected a list");
        }
        for (int i = 0; i < messages.size(); i++) {
            String place = AT + "nonComplianceMessages/" + i;
            if (messages.get(i) instanceof ObjectNode one) {
                only(one, place, Set.of("message", "policyDefinitionReferenceId"));
                if (one.path("message").asString("").isBlank()) {
                    flaws.add(place + "/message", "expected a text that is not empty");
                }
            } else {
                flaws.add(place, "expected an object");
            }
        }
    }

    private void text(String property) {
        if (properties.path(property).asString("").isBlank()) {
            flaws.add(AT + property, "expected an id");
        }
    }

    private void texts(String property) {
        JsonNode list = properties.path(property);
        if (list.isMissingNode()) {
            return;
        }
        if (!(list instanceof ArrayNode) || !list.valueStream().allMatch(JsonNode::isString)) {
            flaws.add(AT + property, "expected a list of texts");
        }
    }

    // -- exemptions ---------------------------------------------------------------------------------------------------

    private void exemption() {
        text("policyAssignmentId");
        oneOf("exemptionCategory", "", "Waiver", "Mitigated");
        oneOf("assignmentScopeValidation", "Default", "Default", "DoNotValidate");
        texts("policyDefinitionReferenceIds");
        String ends = properties.path("expiresOn").asString("");
        if (!ends.isEmpty()) {
            try {
                properties.put("expiresOn", instant(ends).toString());
            } catch (DateTimeException wrong) {
                flaws.add(AT + "expiresOn", "expected a time such as 2027-01-31T00:00:00Z, found '" + ends + "'");
            }
        }
    }

    /// A moment as tools write it, with any offset or with none.
    static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException noOffset) {
            return Instant.parse(text + "Z");
        }
    }
}
