package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.schema.Finding;
import fairlead.schema.text.PointerSteps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Breaks one rule of a valid input.
final class InvalidInputs {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /// Longer texts and lists are not made only to break a limit.
    private static final int LONGEST = 70_000;

    private static final int MOST_ITEMS = 2_000;

    private final SchemaForms forms;
    private final Form root;
    private final List<Fault> faults = new ArrayList<>();

    /// Another value at a place, which breaks a keyword there or, as for `required`, in what holds it.
    ///
    /// @param at the pointer that the breach is reported at
    private record Fault(String keyword, String at, String place, Optional<JsonNode> value) {}

    InvalidInputs(SchemaForms forms, Form root) {
        this.forms = forms;
        this.root = root;
    }

    Generated<Broken> in(ObjectNode input, long seed) {
        forms.forms(root).forEach(form -> object(form, "", input));
        for (Fault fault : new Chance(seed).shuffled(faults)) {
            ObjectNode broken = input.deepCopy();
            Pointers.replace(broken, fault.place, fault.value);
            List<Finding> findings = forms.schema().validateInput(broken).stream()
                    .filter(Finding::isError)
                    .toList();
            if (findings.size() == 1 && isAbout(findings.getFirst(), fault)) {
                return new Generated.Made<>(new Broken(broken, fault.at, fault.keyword));
            }
        }
        return new Generated.Impossible<>("", "no rule was found that can be broken alone");
    }

    private static boolean isAbout(Finding finding, Fault fault) {
        return finding.id().equals("model." + kind(fault.keyword))
                && finding.pointer().equals(fault.at);
    }

    /// A keyword as findings name it: `min-length`.
    private static String kind(String keyword) {
        if (keyword.equals("additionalProperties") || keyword.equals("patternProperties")) {
            return "unknown-property";
        }
        StringBuilder kind = new StringBuilder();
        for (int i = 0; i < keyword.length(); i++) {
            char c = keyword.charAt(i);
            kind.append(Character.isUpperCase(c) ? "-" : "").append(Character.toLowerCase(c));
        }
        return kind.toString();
    }

    private void add(String keyword, String place, JsonNode value) {
        faults.add(new Fault(keyword, place, place, Optional.of(value)));
    }

    // -- where ----------------------------------------------------------------------------------------------------

    private void object(Form form, String at, JsonNode object) {
        Members members = form.members();
        object.forEachEntry((name, value) -> {
            String place = at + "/" + PointerSteps.escape(name);
            if (members.required().contains(name)) {
                faults.add(new Fault("required", at, place, Optional.empty()));
            }
            form.member(name).ifPresent(member -> value(member, place, value));
        });
        String stranger = at + "/NotInTheSchema";
        if (!members.open()) {
            boolean map = members.declared().isEmpty() && !members.patterns().isEmpty();
            add(map ? "patternProperties" : "additionalProperties", stranger, NODES.numberNode(1));
        }
        if (!at.isEmpty() && members.fewest() > 0) {
            add("minProperties", at, NODES.objectNode());
        }
    }

    private void value(Form form, String at, JsonNode value) {
        add("type", at, value.isString() ? NODES.objectNode() : NODES.stringNode("of another type"));
        if (form.allowed().isPresent()) {
            add("enum", at, NODES.stringNode("NotInTheEnumeration"));
            add("const", at, NODES.stringNode("NotTheConstant"));
        }
        switch (value.getNodeType()) {
            case OBJECT -> forms.forms(form).forEach(one -> object(one, at, value));
            case ARRAY -> list(form, at, (ArrayNode) value);
            case STRING -> text(form, at, value.stringValue());
            case NUMBER -> number(form, at, value);
            case BOOLEAN, NULL, BINARY, MISSING, POJO -> {}
        }
    }

    // -- what -----------------------------------------------------------------------------------------------------

    private void text(Form form, String at, String text) {
        Texts texts = form.texts();
        int points = text.codePointCount(0, text.length());
        if (texts.least() > 0) {
            int keep = Math.min(points, texts.least() - 1);
            add("minLength", at, NODES.stringNode(text.substring(0, text.offsetByCodePoints(0, keep))));
        }
        if (texts.most() < LONGEST && !text.isEmpty()) {
            String last = text.substring(text.offsetByCodePoints(text.length(), -1));
            add("maxLength", at, NODES.stringNode(text + last.repeat(texts.most() + 1 - points)));
        }
        if (texts.restricted()) {
            String odd = points == 0 ? "\u0001" : text.substring(text.offsetByCodePoints(0, 1)) + "\u0001";
            add("pattern", at, NODES.stringNode(odd));
            add("pattern", at, NODES.stringNode("\u0001".repeat(Math.max(1, points))));
        }
    }

    private void number(Form form, String at, JsonNode value) {
        Numbers numbers = form.numbers();
        numbers.least().ifPresent(bound -> {
            BigDecimal outside =
                    bound.exclusive() ? bound.limit() : bound.limit().subtract(step(numbers));
            add(bound.exclusive() ? "exclusiveMinimum" : "minimum", at, Numbers.node(outside));
        });
        numbers.most().ifPresent(bound -> {
            BigDecimal outside =
                    bound.exclusive() ? bound.limit() : bound.limit().add(step(numbers));
            add(bound.exclusive() ? "exclusiveMaximum" : "maximum", at, Numbers.node(outside));
        });
        numbers.step().ifPresent(step -> {
            BigDecimal between = value.decimalValue().add(step.divide(BigDecimal.TWO));
            add("multipleOf", at, Numbers.node(between));
        });
    }

    private static BigDecimal step(Numbers numbers) {
        return numbers.step().orElse(BigDecimal.ONE);
    }

    private void list(Form form, String at, ArrayNode list) {
        if (form.fewestItems() > 0) {
            ArrayNode fewer = NODES.arrayNode();
            for (int i = 0; i < form.fewestItems() - 1; i++) {
                fewer.add(list.path(i));
            }
            add("minItems", at, fewer);
        }
        if (form.mostItems() < MOST_ITEMS) {
            add("maxItems", at, longer(form, list, form.mostItems() + 1));
        }
        if (form.unique() && !list.isEmpty()) {
            ArrayNode twice = list.deepCopy();
            twice.add(list.get(0).deepCopy());
            add("uniqueItems", at, twice);
        }
        for (int i = 0; i < list.size(); i++) {
            value(form.item(i), at + "/" + i, list.get(i));
        }
    }

    private ArrayNode longer(Form form, ArrayNode list, int size) {
        ArrayNode longer = list.deepCopy();
        for (int i = 0; i < 2 * size && longer.size() < size; i++) {
            Optional<JsonNode> item = forms.draw(form.item(i), Paths.NONE, i, Size.TYPICAL);
            boolean fresh = item.isPresent()
                    && !(form.unique() && longer.valueStream().anyMatch(other -> other.equals(item.get())));
            if (fresh) {
                longer.add(item.get());
            }
        }
        return longer;
    }
}
