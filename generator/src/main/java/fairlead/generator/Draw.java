package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.schema.draft07.JsonType;
import fairlead.schema.draft07.Mode;
import fairlead.schema.draft07.Shape;
import fairlead.schema.draft07.Violation;
import fairlead.schema.text.PointerSteps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// One instance in the making. A decision that can't be made by construction is tried and tested at its place, so
/// that one failure does not spoil the whole instance.
final class Draw {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int MOST_TRIES = 3_000;
    private static final int DEEP = 8;
    private static final int DEEPEST = 60;

    private final Forms forms;
    private final Chance chance;
    private final Size size;
    private final Mode mode;
    private int left;
    private int tries = MOST_TRIES;
    private Optional<Generated.Impossible<JsonNode>> trouble = Optional.empty();

    Draw(Forms forms, Chance chance, Size size, Mode mode) {
        this.forms = forms;
        this.chance = chance;
        this.size = size;
        this.mode = mode;
        this.left = size == Size.MAXIMAL ? 1_500 : 150;
    }

    /// Where in the instance the drawing is.
    ///
    /// @param hidden what may not be there
    /// @param forced what is to be there
    /// @param effort how often it has not worked at this very place
    record Focus(int depth, Paths hidden, Paths forced, int effort) {

        Focus below(String step) {
            return new Focus(depth + 1, hidden.below(step), forced.below(step), 0);
        }

        Focus item() {
            return new Focus(depth + 1, hidden.item(), forced.item(), 0);
        }

        Focus again(int effort) {
            return new Focus(depth, hidden, forced, effort);
        }
    }

    Chance chance() {
        return chance;
    }

    Size size() {
        return size;
    }

    /// The first thing that could not be satisfied.
    Optional<Generated.Impossible<JsonNode>> trouble() {
        return trouble;
    }

    /// Whether to make no more than what has to be there.
    boolean lean(Focus focus) {
        return size == Size.MINIMAL || left <= 0 || focus.depth > DEEP;
    }

    Optional<JsonNode> value(Form form, Focus focus) {
        if (form.contradiction().isPresent()) {
            return fail(form, form.contradiction().get());
        }
        if (focus.depth > DEEPEST) {
            return fail(form, "it contains itself without end");
        }
        left--;
        boolean several = Integer.bitCount(form.types()) > 1 && form.types() != JsonType.ANY;
        int attempts = form.choices().isEmpty() ? (form.tested() || several ? 8 : 1) : 8 + branches(form);
        for (int i = 0; i < attempts && (i == 0 || tries-- > 0); i++) {
            Focus again = focus.again(i);
            Optional<JsonNode> value = plain(decided(form, again), again);
            if (value.isPresent() && (!form.tested() || fits(form, value.get(), focus))) {
                return value;
            }
        }
        return fail(form, "no value was found that fits");
    }

    private static int branches(Form form) {
        return form.choices().stream()
                .mapToInt(choice -> 2 * choice.branches().size())
                .sum();
    }

    Optional<JsonNode> fail(Form form, String reason) {
        if (trouble.isEmpty()) {
            trouble = Optional.of(new Generated.Impossible<>(form.pointer(), reason));
        }
        return Optional.empty();
    }

    // -- choices --------------------------------------------------------------------------------------------------

    /// The form with a branch of each choice taken.
    private Form decided(Form form, Focus focus) {
        Form decided = form;
        for (int depth = 0; depth < DEEPEST && !decided.choices().isEmpty(); depth++) {
            List<Source> parts = new ArrayList<>();
            decided.parts().forEach(part -> parts.add(forms.sources().plain(part)));
            for (Choice choice : decided.choices()) {
                take(choice, decided, focus, parts);
            }
            decided = forms.of(parts);
        }
        return decided;
    }

    private void take(Choice choice, Form form, Focus focus, List<Source> parts) {
        List<List<Source>> branches = choice.branches();
        List<List<Source>> order = lean(focus)
                ? branches.stream()
                        .sorted(Comparator.comparingInt(this::height))
                        .toList()
                : branches;
        boolean single = form.choices().size() == 1 && (lean(focus) || focus.effort > 0);
        List<Source> taken = order.get(single ? focus.effort % order.size() : chance.below(order.size()));
        parts.addAll(taken);
        if (choice.exclusive() && focus.effort % 3 != 2) {
            exclude(branches, taken, form, parts);
        }
    }

    private int height(List<Source> branch) {
        return branch.stream().mapToInt(forms::height).max().orElse(0);
    }

    /// Keeps the other branches from fitting, too, by leaving out something that they require.
    private void exclude(List<List<Source>> branches, List<Source> taken, Form form, List<Source> parts) {
        Form own = forms.of(taken);
        for (List<Source> other : branches) {
            if (!other.equals(taken)) {
                List<String> more = forms.of(other).members().required().stream()
                        .filter(name -> !own.members().required().contains(name))
                        .filter(name -> !form.members().required().contains(name))
                        .toList();
                if (!more.isEmpty()) {
                    parts.add(forms.sources().forbidding(chance.pick(more)));
                }
            }
        }
    }

    // -- values ---------------------------------------------------------------------------------------------------

    private Optional<JsonNode> plain(Form form, Focus focus) {
        if (form.contradiction().isPresent()) {
            return fail(form, form.contradiction().get());
        }
        if (form.allowed().isPresent()) {
            return allowed(form, form.allowed().get());
        }
        return switch (type(form)) {
            case OBJECT -> new ObjectDraw(this, form, focus).draw();
            case ARRAY -> new ListDraw(this, form, focus).draw();
            case STRING -> text(form);
            case INTEGER -> number(form, true);
            case NUMBER -> number(form, false);
            case BOOLEAN -> Optional.of(NODES.booleanNode(size != Size.MINIMAL && chance.percent(50)));
            case NULL -> Optional.of(NODES.nullNode());
        };
    }

    private Optional<JsonNode> allowed(Form form, List<JsonNode> values) {
        List<JsonNode> fitting =
                values.stream().filter(value -> accepts(form, value)).toList();
        List<JsonNode> present =
                fitting.stream().filter(value -> !value.isNull()).toList();
        if (fitting.isEmpty()) {
            return fail(form, "no value of the enumeration fits");
        }
        List<JsonNode> among = present.isEmpty() ? fitting : present;
        return Optional.of((size == Size.MINIMAL ? among.getFirst() : chance.pick(among)).deepCopy());
    }

    private JsonType type(Form form) {
        int types = form.types();
        if (types == JsonType.ANY) {
            return guessed(form);
        }
        List<JsonType> named = new ArrayList<>();
        for (JsonType type : JsonType.values()) {
            if (type.in(types) && !(type == JsonType.NULL && Integer.bitCount(types) > 1)) {
                named.add(type);
            }
        }
        return chance.pick(named);
    }

    /// What a schema without a type is about.
    private static JsonType guessed(Form form) {
        if (form.members().any()) {
            return JsonType.OBJECT;
        }
        if (form.listed()) {
            return JsonType.ARRAY;
        }
        return form.numbers().any() && !form.texts().any() ? JsonType.NUMBER : JsonType.STRING;
    }

    private Optional<JsonNode> text(Form form) {
        return form.texts()
                .draw(size, chance, text -> accepts(form, NODES.stringNode(text)))
                .<JsonNode>map(NODES::stringNode)
                .or(() -> fail(form, "no text was found that has the right length and matches"));
    }

    private Optional<JsonNode> number(Form form, boolean whole) {
        for (int i = 0; i < 20; i++) {
            Optional<JsonNode> number = form.numbers().draw(whole, i > 10 ? Size.TYPICAL : size, chance);
            if (number.isPresent() && accepts(form, number.get())) {
                return number;
            }
        }
        BigDecimal least = form.numbers().least().map(Numbers.Bound::limit).orElse(BigDecimal.ZERO);
        return fail(form, "no number was found within the bounds, the lowest of which is " + least);
    }

    // -- tests ----------------------------------------------------------------------------------------------------

    /// Whether a value that contains no others is what every part asks for, its alternatives included.
    private boolean accepts(Form form, JsonNode value) {
        return form.parts().stream()
                .allMatch(part -> forms.sources()
                        .shape(part)
                        .map(shape -> shape.validate(value, mode).isEmpty())
                        .orElse(true));
    }

    /// Whether a value is what every part asks for, but for what is hidden from it.
    private boolean fits(Form form, JsonNode value, Focus focus) {
        for (Source part : form.parts()) {
            Optional<Shape> shape = forms.sources().shape(part);
            if (shape.isPresent() && shape.get().validate(value, mode).stream().anyMatch(v -> counts(v, focus))) {
                return false;
            }
        }
        return true;
    }

    private static boolean counts(Violation violation, Focus focus) {
        if (!violation.keyword().equals("required")) {
            return true;
        }
        Paths hidden = focus.hidden;
        for (String step : violation.pointer().split("/", -1)) {
            hidden = step.isEmpty() ? hidden : hidden.below(PointerSteps.unescape(step));
        }
        return !hidden.below(violation.name()).here();
    }
}
