package fairlead.generator;

import fairlead.schema.Finding;
import fairlead.schema.text.PointerSteps;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Replaces the values of an input by values that programs easily lose, wherever the schema allows it.
///
/// All places are tried at once. If the schema refuses the result, the places of its findings take their next
/// candidate; the last candidate of a place is its original value. So the number of validations is that of the
/// candidates for one place, however many places there are.
final class Unusual {

    private static final int ROUNDS = 24;
    private static final int REPEATED = 12;

    private final SchemaForms forms;
    private final Edge edge;
    private final Paths kept;
    private final UnusualTexts texts;
    private int lists;

    /// A place of an input, and what may be made of its value, the boldest first.
    private record Spot(String pointer, List<UnaryOperator<JsonNode>> candidates) {}

    /// Where the collecting is.
    private record At(String pointer, Optional<Form> form, Paths kept, boolean inList) {

        At below(String step, Optional<Form> member, boolean list) {
            return new At(
                    pointer + "/" + PointerSteps.escape(step), member, list ? kept.item() : kept.below(step), list);
        }
    }

    Unusual(SchemaForms forms, Edge edge, Paths kept) {
        this.forms = forms;
        this.edge = edge;
        this.kept = kept;
        this.texts = new UnusualTexts(edge);
    }

    /// Empty if the schema lets nothing be replaced.
    Optional<ObjectNode> of(ObjectNode input) {
        ObjectNode wide = settled(input, this::container);
        ObjectNode whole = settled(wide, this::scalar);
        return Optional.of(whole)
                .filter(made -> !forms.schema().equal(made, input))
                .filter(made -> findings(made).isEmpty());
    }

    private interface Offer {
        List<UnaryOperator<JsonNode>> of(JsonNode value, At at);
    }

    private ObjectNode settled(ObjectNode input, Offer offer) {
        List<Spot> spots = new ArrayList<>();
        collect(input, new At("", Optional.of(forms.root()), kept, false), offer, spots);
        int[] chosen = new int[spots.size()];
        for (int round = 0; round < ROUNDS; round++) {
            ObjectNode tried = input.deepCopy();
            for (int i = 0; i < chosen.length; i++) {
                replace(tried, spots.get(i), chosen[i]);
            }
            Set<String> wrong = findings(tried);
            if (wrong.isEmpty()) {
                return tried;
            }
            if (!advance(spots, chosen, wrong)) {
                break;
            }
        }
        return input;
    }

    private static void replace(ObjectNode tried, Spot spot, int choice) {
        if (choice < spot.candidates.size()) {
            JsonNode present = tried.at(spot.pointer);
            Pointers.replace(
                    tried, spot.pointer, Optional.of(spot.candidates.get(choice).apply(present)));
        }
    }

    private static boolean advance(List<Spot> spots, int[] chosen, Set<String> wrong) {
        boolean advanced = false;
        for (int i = 0; i < chosen.length; i++) {
            Spot spot = spots.get(i);
            boolean blamed = wrong.stream().anyMatch(pointer -> touch(pointer, spot.pointer));
            if (blamed && chosen[i] < spot.candidates.size()) {
                chosen[i]++;
                advanced = true;
            }
        }
        return advanced;
    }

    private static boolean touch(String a, String b) {
        return a.equals(b) || a.startsWith(b + "/") || b.startsWith(a + "/");
    }

    private Set<String> findings(ObjectNode input) {
        Set<String> pointers = new HashSet<>();
        forms.schema().validateInput(input).stream()
                .filter(Finding::isError)
                .forEach(finding -> pointers.add(finding.pointer()));
        return pointers;
    }

    // -- places ---------------------------------------------------------------------------------------------------

    /// The places of what is inside before those around it.
    private void collect(JsonNode value, At at, Offer offer, List<Spot> spots) {
        if (at.kept.here()) {
            return;
        }
        if (value.isObject()) {
            value.forEachEntry((name, inner) ->
                    collect(inner, at.below(name, at.form.flatMap(form -> form.member(name)), false), offer, spots));
        } else if (value.isArray()) {
            for (int i = 0; i < value.size(); i++) {
                int index = i;
                collect(value.get(i), at.below("" + i, at.form.map(form -> form.item(index)), true), offer, spots);
            }
        }
        // What holds something that has to stay is not replaced as a whole.
        List<UnaryOperator<JsonNode>> candidates = at.kept.isEmpty() ? offer.of(value, at) : List.of();
        if (!candidates.isEmpty() && !at.pointer.isEmpty()) {
            spots.add(new Spot(at.pointer, candidates));
        }
    }

    // -- lists and maps -------------------------------------------------------------------------------------------

    private List<UnaryOperator<JsonNode>> container(JsonNode value, At at) {
        if (value instanceof ArrayNode list && !list.isEmpty()) {
            return list(list, at);
        }
        boolean map = value.isObject()
                && !value.isEmpty()
                && at.form.filter(form -> form.members().declared().isEmpty()).isPresent();
        return map ? map() : List.of();
    }

    private List<UnaryOperator<JsonNode>> list(ArrayNode list, At at) {
        boolean plain = list.valueStream().noneMatch(JsonNode::isContainer);
        boolean set = at.form.filter(Form::unique).isPresent();
        return switch (edge) {
            case NOTHING -> List.of(plain && lists++ % 2 == 0 ? Unusual::emptied : Unusual::single);
            case MUCH ->
                set
                        ? List.of()
                        : List.of(
                                present -> repeated(present, plain ? REPEATED : present.size() + 1),
                                present -> repeated(present, present.size() + 1),
                                Unusual::doubled);
            case WORDS -> set ? List.of() : List.of(present -> repeated(present, present.size() + 1));
        };
    }

    private static JsonNode emptied(JsonNode present) {
        return present.isArray() ? JsonNodeFactory.instance.arrayNode() : JsonNodeFactory.instance.objectNode();
    }

    private static JsonNode single(JsonNode present) {
        return JsonNodeFactory.instance.arrayNode().add(present.get(0).deepCopy());
    }

    /// With items from the front again at its end.
    private static JsonNode repeated(JsonNode present, int size) {
        ArrayNode list = (ArrayNode) present.deepCopy();
        for (int i = 0; list.size() < size; i++) {
            list.add(present.get(i % present.size()).deepCopy());
        }
        return list;
    }

    /// Of the same size, the first item twice.
    private static JsonNode doubled(JsonNode present) {
        ArrayNode list = (ArrayNode) present.deepCopy();
        if (list.size() > 1) {
            list.set(list.size() - 1, list.get(0).deepCopy());
        }
        return list;
    }

    private List<UnaryOperator<JsonNode>> map() {
        return switch (edge) {
            case NOTHING -> List.of(Unusual::emptied);
            case MUCH ->
                List.of(
                        present -> keyed(present, "Ünï code.Key/~:9"),
                        present -> keyed(present, "Mixed.Key_9"),
                        present -> keyed(present, "MixedKey"));
            case WORDS -> List.of();
        };
    }

    private static JsonNode keyed(JsonNode present, String key) {
        ObjectNode map = (ObjectNode) present.deepCopy();
        map.set(key, present.values().iterator().next().deepCopy());
        return map;
    }

    // -- values ---------------------------------------------------------------------------------------------------

    private List<UnaryOperator<JsonNode>> scalar(JsonNode value, At at) {
        if (value.isContainer() || at.form.flatMap(Form::allowed).isPresent()) {
            return List.of();
        }
        List<JsonNode> candidates = switch (value.getNodeType()) {
            case STRING -> texts.of(value.stringValue(), at.form, at.inList);
            case NUMBER -> UnusualNumbers.of(edge, at.form);
            case BOOLEAN ->
                edge == Edge.WORDS
                        ? List.of()
                        : List.<JsonNode>of(JsonNodeFactory.instance.booleanNode(edge == Edge.MUCH));
            case ARRAY, OBJECT, NULL, BINARY, MISSING, POJO -> List.of();
        };
        List<UnaryOperator<JsonNode>> operators = new ArrayList<>();
        candidates.forEach(candidate -> operators.add(_ -> candidate));
        return operators;
    }
}
