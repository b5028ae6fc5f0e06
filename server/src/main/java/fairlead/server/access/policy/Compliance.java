package fairlead.server.access.policy;

import fairlead.server.access.AccessScope;
import fairlead.server.database.Database;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Answers how resources stand to rules: from what changes and sweeps have written down.
///
/// Implements the answers of "Policy States" and "Policy Events" of the REST reference of Azure Policy Insights.
public final class Compliance {

    private static final int ROWS_AT_ONCE = 500;
    private static final int MOST_EVENTS = 1_000;
    private static final List<String> STATES = List.of("NonCompliant", "Compliant", "Exempt", "Error");

    private final PolicyStates store = new PolicyStates();
    private final Database database;
    private final CurrentPolicies current;

    public Compliance(Database database, CurrentPolicies current) {
        this.database = database;
        this.current = current;
    }

    /// Which states are asked for.
    ///
    /// @param scope of the resources
    /// @param wanted further conditions on a state, as it is answered
    public record Question(AccessScope scope, Predicate<ObjectNode> wanted) {}

    /// A page of states.
    ///
    /// @param next behind which the next page begins; empty if this is the last
    public record Page(List<ObjectNode> states, String next) {}

    /// The states, by resource.
    ///
    /// @param after where the page before has ended
    public Page states(Question question, String after, int most) {
        Map<String, AssignedRule> rules = rules();
        List<ObjectNode> found = new ArrayList<>();
        String scope = question.scope().key();
        if (after.isEmpty()) {
            database.read(transaction -> store.one(transaction, scope))
                    .ifPresent(row -> states(row, rules, question.wanted(), found));
        }
        String mark = after;
        while (true) {
            String from = mark;
            List<PolicyStates.Stored> rows =
                    database.read(transaction -> store.list(transaction, scope, from, ROWS_AT_ONCE));
            for (PolicyStates.Stored row : rows) {
                states(row, rules, question.wanted(), found);
                mark = row.key();
                if (found.size() >= most) {
                    return new Page(found, mark);
                }
            }
            if (rows.size() < ROWS_AT_ONCE) {
                return new Page(found, "");
            }
        }
    }

    private Map<String, AssignedRule> rules() {
        Map<String, AssignedRule> rules = new HashMap<>();
        for (AssignedRule rule : current.get().rules()) {
            rules.put(key(rule.assignment().id(), rule.reference()), rule);
        }
        return rules;
    }

    private static String key(String assignment, String reference) {
        return PolicyObject.key(assignment + " " + reference);
    }

    private static void states(
            PolicyStates.Stored row,
            Map<String, AssignedRule> rules,
            Predicate<ObjectNode> wanted,
            List<ObjectNode> found) {
        for (JsonNode state : row.document().path("states")) {
            state(row.document(), state, rules).filter(wanted).ifPresent(found::add);
        }
    }

    /// Empty if the rule is in force no more.
    private static Optional<ObjectNode> state(JsonNode resource, JsonNode state, Map<String, AssignedRule> rules) {
        String assignment = state.path("assignment").asString("");
        String reference = state.path("reference").asString("");
        return Optional.ofNullable(rules.get(key(assignment, reference)))
                .map(rule -> json(resource, state.path("state").asString(""), rule));
    }

    private static ObjectNode json(JsonNode resource, String state, AssignedRule rule) {
        AccessScope id = new AccessScope(resource.path("id").asString(""));
        String[] parts = id.path().split("/", -1);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("timestamp", resource.path("at"));
        json.put("resourceId", id.path());
        json.put("policyAssignmentId", rule.assignment().id());
        json.put("policyDefinitionId", rule.definition().id());
        json.put("effectiveParameters", "");
        json.put("isCompliant", !state.equals("NonCompliant") && !state.equals("Error"));
        json.put("subscriptionId", id.subscription());
        json.set("resourceType", resource.path("type"));
        json.set("resourceLocation", resource.path("location"));
        json.put("resourceGroup", parts.length > 4 && parts[3].equalsIgnoreCase("resourceGroups") ? parts[4] : "");
        json.put("policyAssignmentName", rule.assignment().name());
        json.put(
                "policyAssignmentParameters",
                rule.assignment().property("parameters").isObject()
                        ? rule.assignment().property("parameters").toString()
                        : "");
        json.put("policyAssignmentScope", rule.assignment().scope().toString());
        json.put("policyDefinitionName", rule.definition().name());
        json.put("policyDefinitionAction", rule.effect().text());
        json.put(
                "policyDefinitionCategory",
                rule.definition().property("metadata").path("category").asString(""));
        json.put("policySetDefinitionId", rule.set().map(PolicyObject::id).orElse(""));
        json.put("policySetDefinitionName", rule.set().map(PolicyObject::name).orElse(""));
        json.put("policyDefinitionReferenceId", rule.reference());
        json.put("complianceState", state);
        json.put("policyDefinitionVersion", rule.definition().text("version"));
        return json;
    }

    /// What happened on account of rules, the newest first.
    public List<ObjectNode> events(Question question, Instant from, Instant until) {
        Map<String, AssignedRule> rules = rules();
        List<ObjectNode> found = new ArrayList<>();
        String scope = question.scope().key();
        for (PolicyStates.Stored row :
                database.read(transaction -> store.events(transaction, scope, from, until, MOST_EVENTS))) {
            state(row.document(), row.document(), rules)
                    .map(json -> json.put(
                            "principalOid", row.document().path("principal").asString("")))
                    .filter(question.wanted())
                    .ifPresent(found::add);
        }
        return found;
    }

    // -- summaries ----------------------------------------------------------------------------------------------------

    /// How many resources and rules are not compliant, in all and by assignment.
    ///
    /// @param address of the states themselves
    public ObjectNode summary(Question question, String address) {
        Tally all = new Tally();
        Map<String, Tally> assignments = new LinkedHashMap<>();
        Map<String, Map<String, Tally>> definitions = new LinkedHashMap<>();
        Page page;
        String mark = "";
        do {
            page = states(question, mark, Integer.MAX_VALUE);
            mark = page.next();
            for (ObjectNode state : page.states()) {
                String assignment = state.path("policyAssignmentId").asString("");
                String definition = state.path("policyDefinitionId").asString("") + " "
                        + state.path("policyDefinitionReferenceId").asString("");
                all.add(state);
                assignments.computeIfAbsent(assignment, _ -> new Tally()).add(state);
                definitions
                        .computeIfAbsent(assignment, _ -> new LinkedHashMap<>())
                        .computeIfAbsent(definition, _ -> new Tally())
                        .add(state);
            }
        } while (!mark.isEmpty());
        ObjectNode summary = JsonNodeFactory.instance.objectNode();
        summary.set("results", all.json(address));
        var list = summary.putArray("policyAssignments");
        assignments.forEach((assignment, tally) -> {
            ObjectNode one = list.addObject();
            one.put("policyAssignmentId", assignment);
            one.put("policySetDefinitionId", tally.last("policySetDefinitionId"));
            one.set("results", tally.json(address));
            var parts = one.putArray("policyDefinitions");
            definitions
                    .getOrDefault(assignment, Map.of())
                    .values()
                    .forEach(part -> parts.addObject()
                            .put("policyDefinitionId", part.last("policyDefinitionId"))
                            .put("policyDefinitionReferenceId", part.last("policyDefinitionReferenceId"))
                            .put("effect", part.last("policyDefinitionAction"))
                            .set("results", part.json(address)));
        });
        return summary;
    }

    /// Counts resources and rules by their worst states.
    private static final class Tally {

        private final Map<String, Integer> resources = new HashMap<>();
        private final Map<String, Integer> policies = new HashMap<>();
        private ObjectNode last = JsonNodeFactory.instance.objectNode();

        void add(ObjectNode state) {
            int rank = Math.max(0, STATES.indexOf(state.path("complianceState").asString("")));
            resources.merge(state.path("resourceId").asString(""), rank, Math::min);
            String policy = state.path("policyAssignmentId").asString("") + " "
                    + state.path("policyDefinitionReferenceId").asString("");
            policies.merge(policy, rank, Math::min);
            last = state;
        }

        String last(String property) {
            return last.path(property).asString("");
        }

        ObjectNode json(String address) {
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            json.put("queryResultsUri", address);
            json.put("nonCompliantResources", count(resources, 0));
            json.put("nonCompliantPolicies", count(policies, 0));
            details(json, "resourceDetails", resources);
            details(json, "policyDetails", policies);
            return json;
        }

        private static long count(Map<String, Integer> of, int rank) {
            return of.values().stream().filter(one -> one == rank).count();
        }

        private static void details(ObjectNode json, String name, Map<String, Integer> of) {
            var list = json.putArray(name);
            for (int rank = 0; rank < STATES.size(); rank++) {
                long count = count(of, rank);
                if (count > 0) {
                    list.addObject()
                            .put("complianceState", STATES.get(rank).toLowerCase(Locale.ROOT))
                            .put("count", count);
                }
            }
        }
    }
}
