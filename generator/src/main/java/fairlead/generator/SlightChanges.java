package fairlead.generator;

import fairlead.schema.Finding;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.text.PointerSteps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Changes an input in one place, as little as possible.
final class SlightChanges {

    private static final BigDecimal LITTLE = new BigDecimal("0.0001");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final SchemaForms forms;
    private final SlightChangeKind kind;
    private final Paths kept;

    /// What a place may become; nothing stands for a place that is taken away.
    private record Candidate(String pointer, Optional<JsonNode> value) {}

    /// Where the collecting is.
    private record At(String pointer, Optional<Form> form, Paths kept, boolean inList) {

        At below(String step, Optional<Form> member, boolean list) {
            return new At(
                    pointer + "/" + PointerSteps.escape(step), member, list ? kept.item() : kept.below(step), list);
        }

        boolean isNested() {
            return pointer.indexOf('/', 1) > 0;
        }
    }

    SlightChanges(SchemaForms forms, SlightChangeKind kind, Paths kept) {
        this.forms = forms;
        this.kind = kind;
        this.kept = kept;
    }

    /// @param done the pointers of what was changed so before
    Optional<SlightChange> of(ObjectNode input, Set<String> done) {
        List<Candidate> candidates = new ArrayList<>();
        collect(input, new At("", Optional.of(forms.root()), kept, false), candidates);
        return inTurn(candidates, done).stream()
                .map(candidate -> changed(input, candidate))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /// Those that are left, each of the input's own properties in its turn.
    private static List<Candidate> inTurn(List<Candidate> candidates, Set<String> done) {
        Map<String, Integer> turns = new HashMap<>();
        done.forEach(pointer -> turns.merge(property(pointer), 1, Integer::sum));
        Map<Candidate, Integer> ranks = new LinkedHashMap<>();
        candidates.stream()
                .filter(candidate -> !done.contains(candidate.pointer))
                .forEach(candidate -> ranks.put(candidate, turns.merge(property(candidate.pointer), 1, Integer::sum)));
        return ranks.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String property(String pointer) {
        return PointerSteps.split(pointer).getFirst();
    }

    private Optional<SlightChange> changed(ObjectNode input, Candidate candidate) {
        ObjectNode after = input.deepCopy();
        Pointers.replace(after, candidate.pointer, candidate.value);
        return forms.schema().equal(input, after)
                        || forms.schema().validateInput(after).stream().anyMatch(Finding::isError)
                ? Optional.empty()
                : Optional.of(new SlightChange(candidate.pointer, after));
    }

    private void collect(JsonNode value, At at, List<Candidate> candidates) {
        if (at.kept.here()) {
            return;
        }
        if (value.isObject()) {
            value.forEachEntry((name, inner) ->
                    collect(inner, at.below(name, at.form.flatMap(form -> form.member(name)), false), candidates));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                int index = i;
                collect(value.get(i), at.below("" + i, at.form.map(form -> form.item(index)), true), candidates);
            }
        }
        // What holds something that has to stay is not changed as a whole.
        if (at.kept.isEmpty() && !at.pointer.isEmpty()) {
            if (isTakenAway(at)) {
                candidates.add(new Candidate(at.pointer, Optional.empty()));
            }
            others(value, at).forEach(other -> candidates.add(new Candidate(at.pointer, Optional.of(other))));
        }
    }

    private boolean isTakenAway(At at) {
        return switch (kind) {
            case ITEM -> at.inList;
            case MEMBER -> at.isNested() && !at.inList;
            case PROPERTY -> !at.isNested();
            default -> false;
        };
    }

    /// What a value may become instead.
    private List<JsonNode> others(JsonNode value, At at) {
        return switch (kind) {
            case CASE -> worded(value, at) ? List.of(text(UnusualTexts.turned(value.stringValue()))) : List.of();
            case BLANK ->
                worded(value, at)
                        ? List.of(text(value.stringValue() + " "), text(" " + value.stringValue()))
                        : List.of();
            case EMPTY_TEXT -> worded(value, at) ? List.of(text("")) : List.of();
            case NUMBER -> value.isNumber() ? numbers(value, at) : List.of();
            case FLAG -> value.isBoolean() ? List.of(NODES.booleanNode(!value.booleanValue())) : List.of();
            case ORDER -> value instanceof ArrayNode list && list.size() > 1 ? List.of(exchanged(list)) : List.of();
            case REPETITION -> value instanceof ArrayNode list && !list.isEmpty() ? List.of(repeated(list)) : List.of();
            case EMPTY -> at.inList ? List.of() : empty(value);
            case ITEM, MEMBER, PROPERTY -> List.of();
        };
    }

    /// Whether it is a text that means no more than its letters.
    private static boolean worded(JsonNode value, At at) {
        return value.isString()
                && at.form.filter(form -> !form.texts().formats().isEmpty()).isEmpty();
    }

    private static JsonNode text(String text) {
        return NODES.stringNode(text);
    }

    private static List<JsonNode> numbers(JsonNode value, At at) {
        BigDecimal number = value.decimalValue();
        boolean whole = at.form.filter(form -> JsonType.NUMBER.in(form.types())).isEmpty();
        List<BigDecimal> steps = whole ? List.of(BigDecimal.ONE) : List.of(LITTLE, BigDecimal.ONE);
        return steps.stream()
                .flatMap(step -> Stream.of(number.add(step), number.subtract(step)))
                .map(Numbers::node)
                .toList();
    }

    private static JsonNode exchanged(ArrayNode list) {
        List<JsonNode> items = new ArrayList<>(list.values());
        Collections.swap(items, 0, items.size() - 1);
        return NODES.arrayNode().addAll(items);
    }

    private static JsonNode repeated(ArrayNode list) {
        return list.deepCopy().add(list.get(0).deepCopy());
    }

    private static List<JsonNode> empty(JsonNode value) {
        if (!value.isContainer() || value.isEmpty()) {
            return List.of();
        }
        return List.of(value.isArray() ? NODES.arrayNode() : NODES.objectNode());
    }
}
