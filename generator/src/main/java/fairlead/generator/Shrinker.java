package fairlead.generator;

import fairlead.schema.Finding;
import fairlead.schema.text.PointerSteps;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Makes a failing input smaller, as long as it stays valid and still fails.
final class Shrinker {

    private static final int MOST_CALLS = 3_000;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final SchemaForms forms;
    private final Form root;
    private int calls;

    Shrinker(SchemaForms forms, Form root) {
        this.forms = forms;
        this.root = root;
    }

    ObjectNode shrink(ObjectNode failing, Predicate<ObjectNode> fails) {
        ObjectNode smallest = failing.deepCopy();
        boolean smaller = true;
        while (smaller && calls < MOST_CALLS) {
            smaller = false;
            for (String pointer : places(smallest, "")) {
                Optional<ObjectNode> next = step(smallest, pointer, fails);
                while (next.isPresent()) {
                    smaller = true;
                    smallest = next.get();
                    next = step(smallest, pointer, fails);
                }
            }
        }
        return smallest;
    }

    /// The pointers of all values, the larger ones before what they contain.
    private static List<String> places(JsonNode node, String pointer) {
        List<String> places = new ArrayList<>();
        if (!pointer.isEmpty()) {
            places.add(pointer);
        }
        if (node.isObject()) {
            node.forEachEntry((name, value) -> places.addAll(places(value, pointer + "/" + PointerSteps.escape(name))));
        } else {
            for (int i = node.size() - 1; i >= 0; i--) {
                places.addAll(places(node.get(i), pointer + "/" + i));
            }
        }
        return places;
    }

    /// The first smaller input that differs at this place, is valid and fails.
    private Optional<ObjectNode> step(ObjectNode from, String pointer, Predicate<ObjectNode> fails) {
        JsonNode value = from.at(pointer);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        List<Optional<JsonNode>> candidates = new ArrayList<>(List.of(Optional.empty()));
        smallest(pointer).filter(made -> weight(made) < weight(value)).ifPresent(m -> candidates.add(Optional.of(m)));
        smaller(value).forEach(made -> candidates.add(Optional.of(made)));
        for (Optional<JsonNode> candidate : candidates) {
            ObjectNode changed = from.deepCopy();
            Pointers.replace(changed, pointer, candidate);
            if (calls < MOST_CALLS && isValid(changed)) {
                calls++;
                if (fails.test(changed.deepCopy())) {
                    return Optional.of(changed);
                }
            }
        }
        return Optional.empty();
    }

    private boolean isValid(ObjectNode input) {
        return forms.schema().validateInput(input).stream().noneMatch(Finding::isError);
    }

    private Optional<JsonNode> smallest(String pointer) {
        Optional<Form> form = Optional.of(root);
        Paths hidden = forms.readOnly();
        for (String step : PointerSteps.split(pointer)) {
            form = form.flatMap(f -> f.listed() ? Optional.of(f.item(0)) : f.member(step));
            hidden = hidden.below(step);
        }
        Paths below = hidden;
        return form.flatMap(f -> forms.draw(f, below, 0, Size.MINIMAL));
    }

    /// How large a value looks to a reader.
    private static long weight(JsonNode value) {
        return switch (value.getNodeType()) {
            case OBJECT, ARRAY -> {
                long sum = 2;
                for (JsonNode inner : value) {
                    sum += 1 + weight(inner);
                }
                yield sum;
            }
            case STRING -> value.stringValue().length();
            case NUMBER -> value.toString().length();
            case BOOLEAN -> value.booleanValue() ? 1 : 0;
            case NULL, BINARY, MISSING, POJO -> 0;
        };
    }

    private static List<JsonNode> smaller(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> shorter(value.stringValue());
            case NUMBER -> rounder(value.decimalValue());
            case ARRAY -> halves((ArrayNode) value);
            case BOOLEAN -> value.booleanValue() ? List.of(NODES.booleanNode(false)) : List.of();
            case OBJECT, NULL, BINARY, MISSING, POJO -> List.of();
        };
    }

    private static List<JsonNode> shorter(String text) {
        int points = text.codePointCount(0, text.length());
        List<JsonNode> shorter = new ArrayList<>();
        for (int keep : new int[] {0, points / 2, points - 1}) {
            if (keep >= 0 && keep < points) {
                shorter.add(NODES.stringNode(text.substring(0, text.offsetByCodePoints(0, keep))));
            }
        }
        if (points > 1) {
            shorter.add(NODES.stringNode(text.substring(text.offsetByCodePoints(0, 1))));
        }
        String plain = "a".repeat(points);
        if (!text.equals(plain) && !text.chars().allMatch(c -> c == 'a')) {
            shorter.add(NODES.stringNode(plain));
        }
        return shorter;
    }

    private static List<JsonNode> rounder(BigDecimal number) {
        List<JsonNode> rounder = new ArrayList<>();
        BigDecimal half = number.divide(BigDecimal.TWO, 0, RoundingMode.DOWN);
        BigDecimal nearer = number.subtract(BigDecimal.valueOf(number.signum()));
        for (BigDecimal candidate : List.of(BigDecimal.ZERO, half, number.setScale(0, RoundingMode.DOWN), nearer)) {
            if (candidate.abs().compareTo(number.abs()) < 0) {
                rounder.add(Numbers.node(candidate));
            }
        }
        return rounder;
    }

    private static List<JsonNode> halves(ArrayNode list) {
        List<JsonNode> halves = new ArrayList<>();
        if (list.size() > 1) {
            ArrayNode front = NODES.arrayNode();
            ArrayNode back = NODES.arrayNode();
            for (int i = 0; i < list.size(); i++) {
                (i < list.size() / 2 ? front : back).add(list.get(i));
            }
            halves.add(front);
            halves.add(back);
        }
        return halves;
    }
}
