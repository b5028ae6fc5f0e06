package fairlead.server.registry.stack;

import fairlead.server.resource.document.Documents;
import fairlead.server.stack.template.UpdateRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/// The policy of a stack. What no statement allows is denied, and a statement that denies counts before those that
/// allow.
///
/// @param statements in the order of the policy
record StackPolicy(List<Statement> statements) implements UpdateRules {

    private static final Set<String> ACTIONS = Set.of("Update:Modify", "Update:Replace", "Update:Delete", "Update:*");
    private static final Set<String> MEMBERS =
            Set.of("Sid", "Effect", "Action", "NotAction", "Principal", "Resource", "NotResource", "Condition");
    private static final String KEY = "ResourceType";

    /// One statement.
    ///
    /// @param actions to which it applies, or with `others` those to which it does not
    /// @param resources patterns such as `LogicalResourceId/Disk*`
    /// @param types patterns of resource types to which it is confined; none if it is not
    private record Statement(boolean allows, Listed actions, Listed resources, List<String> types) {

        boolean isOf(String action, String key, String type) {
            boolean typed = types.isEmpty() || types.stream().anyMatch(pattern -> fits(pattern, type));
            return typed
                    && actions.has(pattern -> pattern.equals("Update:*") || pattern.equals(action))
                    && resources.has(pattern -> pattern.equals("*") || fits(pattern, "LogicalResourceId/" + key));
        }
    }

    /// @param others whether everything else is meant
    private record Listed(List<String> patterns, boolean others) {

        boolean has(java.util.function.Predicate<String> test) {
            return patterns.stream().anyMatch(test) != others;
        }
    }

    private static boolean fits(String pattern, String text) {
        StringBuilder expression = new StringBuilder();
        for (String part : pattern.split("(?=[*?])|(?<=[*?])", -1)) {
            expression.append(
                    switch (part) {
                        case "*" -> ".*";
                        case "?" -> ".";
                        default -> Pattern.quote(part);
                    });
        }
        return Pattern.matches(expression.toString(), text);
    }

    // -- reading ----------------------------------------------------------------------------------------------------

    /// The text, once it is known to be a policy.
    static String checked(String text) {
        StackPolicy _ = parse(text);
        return text;
    }

    static StackPolicy parse(String text) {
        JsonNode json;
        try {
            json = Documents.JSON.readTree(text);
        } catch (JacksonException wrong) {
            throw invalid();
        }
        JsonNode given = json.path("Statement");
        if (!given.isArray() && !given.isObject()) {
            throw invalid();
        }
        List<Statement> statements = new ArrayList<>();
        (given.isArray() ? given.valueStream().toList() : List.of(given))
                .forEach(one -> statements.add(statement(one)));
        return new StackPolicy(statements);
    }

    private static Statement statement(JsonNode json) {
        boolean known = json.isObject() && MEMBERS.containsAll(json.propertyNames());
        String effect = json.path("Effect").asString("");
        boolean anyone = json.path("Principal").asString("").equals("*")
                || json.path("Principal").path("AWS").asString("").equals("*");
        if (!known || !anyone || !Set.of("Allow", "Deny").contains(effect)) {
            throw invalid();
        }
        Listed actions = listed(json, "Action", "NotAction");
        if (!ACTIONS.containsAll(actions.patterns())) {
            throw invalid();
        }
        return new Statement(
                effect.equals("Allow"),
                actions,
                listed(json, "Resource", "NotResource"),
                types(json.path("Condition")));
    }

    private static Listed listed(JsonNode json, String name, String inverse) {
        if (json.has(name) == json.has(inverse)) {
            throw invalid();
        }
        return json.has(name) ? new Listed(texts(json.get(name)), false) : new Listed(texts(json.get(inverse)), true);
    }

    private static List<String> types(JsonNode condition) {
        List<String> types = new ArrayList<>();
        for (String operator : condition.propertyNames()) {
            JsonNode keys = condition.path(operator);
            if (!Set.of("StringEquals", "StringLike").contains(operator)
                    || !Set.copyOf(keys.propertyNames()).equals(Set.of(KEY))) {
                throw invalid();
            }
            types.addAll(texts(keys.get(KEY)));
        }
        return types;
    }

    private static List<String> texts(JsonNode json) {
        return json.isArray() ? json.valueStream().map(one -> one.asString("")).toList() : List.of(json.asString(""));
    }

    private static RuntimeException invalid() {
        return StackFaults.invalid("Error validating stack policy: Invalid stack policy");
    }

    // -- applying ---------------------------------------------------------------------------------------------------

    @Override
    public Optional<String> denial(Change change, String key, String type) {
        String action = switch (change) {
            case MODIFY -> "Update:Modify";
            case REPLACE -> "Update:Replace";
            case DELETE -> "Update:Delete";
        };
        boolean allowed = false;
        for (int i = 0; i < statements.size(); i++) {
            Statement statement = statements.get(i);
            if (statement.isOf(action, key, type)) {
                if (!statement.allows()) {
                    return Optional.of("Action denied by stack policy: Statement [#" + (i + 1) + "] does not allow ["
                            + action + "] for resource [" + key + "]");
                }
                allowed = true;
            }
        }
        return allowed
                ? Optional.empty()
                : Optional.of("Action not allowed by stack policy: no statement allows [" + action + "] for resource ["
                        + key + "]");
    }
}
