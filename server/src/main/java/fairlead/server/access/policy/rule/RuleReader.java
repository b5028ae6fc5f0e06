package fairlead.server.access.policy.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;

/// Reads rules. Whatever is not understood is a flaw, with its place; a rule is never read as less than it says.
public final class RuleReader {

    private static final int MOST_COUNTS = 3;
    private static final Set<String> SUBJECTS = Set.of("field", "value", "count");
    private static final Set<String> OF_COUNT = Set.of("field", "value", "name", "where");

    private final Flaws flaws;
    private final ExpressionReader expressions;
    private final ExpressionReader.Fields fields;
    private final boolean bound;

    /// Tells why no resource can have an alias: its type is unknown, or has no such property.
    public interface Aliases {

        /// All there may be.
        Aliases ANY = (_, _) -> Optional.empty();

        /// @param type in lower case
        /// @param path its steps, without those for elements
        Optional<String> flaw(String type, List<String> path);
    }

    private RuleReader(Map<String, JsonNode> parameters, Aliases aliases, Flaws flaws, boolean bound) {
        this.flaws = flaws;
        this.bound = bound;
        fields = field -> field.type().isEmpty() || field.root() != Field.Root.PROPERTIES
                ? Optional.empty()
                : aliases.flaw(
                        field.type(),
                        field.path().stream()
                                .filter(step -> !step.equals(Field.EACH))
                                .toList());
        expressions = new ExpressionReader(parameters, fields, flaws);
    }

    /// Looks at a rule before its parameters have values.
    public static void check(JsonNode rule, Parameters declared, Aliases aliases, String pointer, Flaws flaws) {
        new RuleReader(declared.samples(), aliases, flaws, false).rule(rule, pointer);
    }

    /// The rule with these values of its parameters. Good only if there are no flaws then.
    ///
    /// @param values by names in lower case, as [Parameters#values] gives them
    public static Rule read(JsonNode rule, Map<String, JsonNode> values, String pointer, Flaws flaws) {
        return new RuleReader(values, Aliases.ANY, flaws, true).rule(rule, pointer);
    }

    /// A value in which parameters stand, as a set of definitions passes on its own.
    ///
    /// @param values of these, by names in lower case
    public static JsonNode value(JsonNode json, Map<String, JsonNode> values, String pointer, Flaws flaws) {
        Expression value = new RuleReader(values, Aliases.ANY, flaws, true).expressions.read(json, pointer, List.of());
        if (!value.constant()) {
            flaws.add(pointer, "expected a value that is known when the set is assigned");
            return Json.ABSENT;
        }
        return value.known();
    }

    private Rule rule(JsonNode rule, String pointer) {
        only(rule, Set.of("if", "then"), pointer);
        Condition when = condition(rule.path("if"), pointer + "/if", List.of());
        JsonNode then = rule.path("then");
        only(then, Set.of("effect", "details"), pointer + "/then");
        Expression effect = expressions.read(then.path("effect"), pointer + "/then/effect", List.of());
        String named = effect.constant() ? Json.text(effect.known()) : "";
        boolean open = !bound && then.path("effect").asString("").startsWith("[");
        Effect found = Effect.find(named).orElse(Effect.DISABLED);
        if (!open && Effect.find(named).isEmpty()) {
            flaws.add(
                    pointer + "/then/effect",
                    "expected one of disabled, append, modify, deny, requireApproval, audit, denyAction, found '"
                            + named + "'");
        }
        return then(when, found, then, pointer + "/then/details");
    }

    private Rule then(Condition when, Effect effect, JsonNode then, String pointer) {
        JsonNode details = then.path("details");
        ChangeReader changes = new ChangeReader(expressions, fields, flaws, bound);
        return switch (effect) {
            case MODIFY -> new Rule(when, effect, changes.modify(details, pointer), changes.conflict(details, pointer));
            case APPEND -> new Rule(when, effect, changes.append(details, pointer), Effect.DENY);
            case DENY_ACTION -> {
                requireDelete(details, pointer);
                yield new Rule(when, effect, List.of(), Effect.DENY);
            }
            case REQUIRE_APPROVAL -> {
                ApprovalTerms terms = new ApprovalReader(expressions, flaws, bound).read(details, pointer);
                yield new Rule(when, effect, List.of(), Effect.DENY, Optional.of(terms));
            }
            case DENY, AUDIT, DISABLED -> {
                // A rule whose effect is a parameter may have the details of another effect.
                boolean chosen = then.path("effect").asString("").startsWith("[");
                if (!Json.isAbsent(details) && !chosen) {
                    flaws.add(pointer, "the effect " + effect.text() + " has no details");
                }
                yield new Rule(when, effect, List.of(), Effect.DENY);
            }
        };
    }

    private void requireDelete(JsonNode details, String pointer) {
        only(details, Set.of("actionNames", "cascadeBehaviors"), pointer);
        JsonNode names = details.path("actionNames");
        boolean known = names.isArray()
                && names.size() == 1
                && names.get(0).asString("").equalsIgnoreCase("delete");
        if (!known) {
            flaws.add(pointer + "/actionNames", "expected [\"delete\"]");
        }
        JsonNode cascades = details.path("cascadeBehaviors");
        only(cascades, Set.of("resourceGroup"), pointer + "/cascadeBehaviors");
        String group = cascades.path("resourceGroup").asString("deny");
        if (!group.equalsIgnoreCase("deny")) {
            flaws.add(
                    pointer + "/cascadeBehaviors/resourceGroup",
                    "expected deny: what can't be deleted is not deleted with its group, found '" + group + "'");
        }
    }

    /// That an object has no other members.
    private void only(JsonNode object, Set<String> members, String pointer) {
        if (object.isMissingNode()) {
            return;
        }
        if (!object.isObject()) {
            flaws.add(pointer, "expected an object");
            return;
        }
        for (String member : object.propertyNames()) {
            if (members.stream().noneMatch(member::equalsIgnoreCase)) {
                flaws.add(pointer + "/" + member, "there is no such member, expected " + sorted(members));
            }
        }
    }

    private static String sorted(Set<String> members) {
        return String.join(", ", members.stream().sorted().toList());
    }

    // -- conditions ---------------------------------------------------------------------------------------------------

    private Condition condition(JsonNode json, String pointer, List<String> counts) {
        expressions.count(pointer);
        if (!json.isObject() || json.isEmpty()) {
            flaws.add(pointer, "expected an object with allOf, anyOf, not, or field, value or count");
            return _ -> false;
        }
        String first = json.propertyNames().iterator().next();
        if (json.size() == 1) {
            String lower = Parameters.key(first);
            JsonNode inner = json.path(first);
            switch (lower) {
                case "allof" -> {
                    return all(conditions(inner, pointer + "/" + first, counts), true);
                }
                case "anyof" -> {
                    return all(conditions(inner, pointer + "/" + first, counts), false);
                }
                case "not" -> {
                    Condition not = condition(inner, pointer + "/" + first, counts);
                    return evaluation -> !not.holds(evaluation);
                }
                default -> {}
            }
        }
        return comparison(json, pointer, counts);
    }

    private List<Condition> conditions(JsonNode list, String pointer, List<String> counts) {
        List<Condition> conditions = new ArrayList<>();
        if (!list.isArray() || list.isEmpty()) {
            flaws.add(pointer, "expected a list that is not empty");
        }
        for (int i = 0; i < list.size() && list.isArray(); i++) {
            conditions.add(condition(list.get(i), pointer + "/" + i, counts));
        }
        return conditions;
    }

    private static Condition all(List<Condition> conditions, boolean every) {
        Condition[] parts = conditions.toArray(Condition[]::new);
        return evaluation -> {
            for (Condition part : parts) {
                if (part.holds(evaluation) != every) {
                    return !every;
                }
            }
            return every;
        };
    }

    private Condition comparison(JsonNode json, String pointer, List<String> counts) {
        String subject = "";
        String operator = "";
        for (String member : json.propertyNames()) {
            if (SUBJECTS.contains(Parameters.key(member)) && subject.isEmpty()) {
                subject = member;
            } else if (Operator.find(member).isPresent() && operator.isEmpty()) {
                operator = member;
            } else {
                flaws.add(pointer + "/" + member, "there is no such condition, or there is another beside it");
            }
        }
        if (subject.isEmpty() || operator.isEmpty()) {
            flaws.add(pointer, "expected field, value or count, and one of the conditions");
            return _ -> false;
        }
        Operator how = Operator.find(operator).orElseThrow();
        Expression target = expressions.read(json.path(operator), pointer + "/" + operator, counts);
        boolean literal = bound || !json.path(operator).asString("").startsWith("[");
        if (target.constant() && literal) {
            String place = pointer + "/" + operator;
            how.flaw(target.known()).ifPresent(flaw -> flaws.add(place, flaw + " for " + how.text()));
        }
        Comparison comparison = new Comparison(how, target);
        String place = pointer + "/" + subject;
        return switch (Parameters.key(subject)) {
            case "field" -> field(json.path(subject), place, comparison, counts);
            case "value" -> value(json.path(subject), place, comparison, counts);
            default -> count(json.path(subject), place, comparison, counts);
        };
    }

    /// What something is compared with, and how.
    private record Comparison(Operator how, Expression target) {

        boolean holds(Evaluation evaluation, String kind, String expression, JsonNode value) {
            evaluation.step();
            JsonNode with = target.value(evaluation);
            boolean result = how.holds(value, with);
            if (evaluation.isRecorded()) {
                evaluation.record(new Evaluation.Compared(kind, expression, value, how.text(), with, result));
            }
            return result;
        }
    }

    private Condition field(JsonNode name, String pointer, Comparison comparison, List<String> counts) {
        Expression text = expressions.read(name, pointer, counts);
        if (!text.constant()) {
            return evaluation -> Field.parse(Json.text(text.value(evaluation)))
                    .map(field -> holds(field, comparison, evaluation))
                    .orElse(false);
        }
        boolean open = !bound && name.asString("").startsWith("[");
        Optional<Field> field = Field.parse(Json.text(text.known()));
        if (field.isEmpty() && !open) {
            flaws.add(pointer, "there is no field '" + Json.text(text.known()) + "'");
        }
        field.flatMap(fields::flaw).ifPresent(flaw -> flaws.add(pointer, flaw));
        return field.<Condition>map(known -> evaluation -> holds(known, comparison, evaluation))
                .orElse(_ -> false);
    }

    private static boolean holds(Field field, Comparison comparison, Evaluation evaluation) {
        if (!field.isOfEach()) {
            return comparison.holds(evaluation, "Field", field.text(), field.value(evaluation));
        }
        return field.all(evaluation, value -> comparison.holds(evaluation, "Field", field.text(), value));
    }

    private Condition value(JsonNode json, String pointer, Comparison comparison, List<String> counts) {
        Expression value = expressions.read(json, pointer, counts);
        String text = json.isString() ? json.stringValue() : json.toString();
        return evaluation -> comparison.holds(evaluation, "Value", text, value.value(evaluation));
    }

    // -- counts -------------------------------------------------------------------------------------------------------

    private Condition count(JsonNode json, String pointer, Comparison comparison, List<String> counts) {
        only(json, OF_COUNT, pointer);
        if (counts.size() == MOST_COUNTS) {
            flaws.add(pointer, "there are more than " + MOST_COUNTS + " counts within one another");
            return _ -> false;
        }
        boolean ofField = json.has("field");
        if (ofField == json.has("value")) {
            flaws.add(pointer, "expected field or value, and one of them alone");
            return _ -> false;
        }
        String name = Parameters.key(json.path("name").asString(ofField ? "" : "default"));
        if (ofField && json.has("name")) {
            flaws.add(pointer + "/name", "a count of a field has no name");
        }
        List<String> inner = new ArrayList<>(counts);
        inner.add(name);
        Condition where = json.has("where") ? condition(json.path("where"), pointer + "/where", inner) : _ -> true;
        if (ofField) {
            return ofField(json.path("field"), pointer + "/field", where, comparison);
        }
        Expression values = expressions.read(json.path("value"), pointer + "/value", counts);
        return evaluation -> {
            int found = 0;
            JsonNode list = values.value(evaluation);
            for (int i = 0; i < list.size() && list.isArray(); i++) {
                found += holds(evaluation, null, name, list.get(i), where) ? 1 : 0;
            }
            return comparison.holds(evaluation, "Count", "count", IntNode.valueOf(found));
        };
    }

    private Condition ofField(JsonNode json, String pointer, Condition where, Comparison comparison) {
        Optional<Field> field = Field.parse(json.asString(""));
        if (field.filter(Field::isOfEach).isEmpty()) {
            flaws.add(pointer, "expected a field of each element, which ends in [*]");
            return _ -> false;
        }
        Field list = field.get();
        fields.flaw(list).ifPresent(flaw -> flaws.add(pointer, flaw));
        return evaluation -> {
            int[] found = {0};
            boolean _ = list.all(evaluation, element -> {
                boolean counts = !element.isMissingNode() && holds(evaluation, list, "", element, where);
                found[0] += counts ? 1 : 0;
                return true;
            });
            return comparison.holds(evaluation, "Count", list.text(), IntNode.valueOf(found[0]));
        };
    }

    private static boolean holds(
            Evaluation evaluation, @Nullable Field list, String name, JsonNode element, Condition where) {
        evaluation.step();
        evaluation.enter(list, name, element);
        try {
            return where.holds(evaluation);
        } finally {
            evaluation.leave();
        }
    }
}
