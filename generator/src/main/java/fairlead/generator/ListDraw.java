package fairlead.generator;

import fairlead.schema.draft07.Values;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A list in the making.
final class ListDraw {

    private static final int SEVERAL = 3;
    private static final int MANY = 10;
    private static final int TRIES = 30;

    private final Draw draw;
    private final Form form;
    private final Draw.Focus focus;
    private final ArrayNode list = JsonNodeFactory.instance.arrayNode();
    private final boolean unique;

    ListDraw(Draw draw, Form form, Draw.Focus focus) {
        this.draw = draw;
        this.form = form;
        this.focus = focus;
        this.unique = form.unique();
    }

    Optional<JsonNode> draw() {
        int fewest = Math.max(form.fewestItems(), form.contained().isPresent() ? 1 : 0);
        int count = count(fewest, form.mostItems());
        if (fewest > form.mostItems()) {
            return draw.fail(form, "at least " + fewest + " and at most " + form.mostItems() + " items are asked for");
        }
        Optional<Form> contained = form.contained();
        for (int i = 0; i < count; i++) {
            boolean first = i == 0 && contained.isPresent();
            boolean added = add(first ? contained.get() : form.item(i));
            if (!added && i < fewest) {
                String which = unique ? " that differ" : "";
                return draw.fail(form, "fewer than " + fewest + " items were found" + which);
            }
            if (!added) {
                break;
            }
        }
        return Optional.of(list);
    }

    private int count(int fewest, int most) {
        if (draw.lean(focus) || form.item(fewest).height() >= Forms.ENDLESS) {
            return fewest;
        }
        int wanted = draw.size() == Size.MAXIMAL
                ? Math.max(fewest, SEVERAL)
                : fewest + draw.chance().below(SEVERAL);
        boolean edge = most <= MANY && draw.chance().percent(10);
        return Math.min(most, edge ? most : wanted);
    }

    private boolean add(Form item) {
        for (int i = 0; i < (unique ? TRIES : 1); i++) {
            Optional<JsonNode> value = draw.value(item, focus.item());
            if (value.isEmpty()) {
                return false;
            }
            if (!unique || isNew(value.get())) {
                list.add(value.get());
                return true;
            }
        }
        return unique && addAllowed(item);
    }

    private boolean isNew(JsonNode value) {
        return list.valueStream().noneMatch(other -> Values.equal(other, value));
    }

    /// The first value of an enumeration that the list does not have yet.
    private boolean addAllowed(Form item) {
        Optional<JsonNode> unused =
                item.allowed().orElse(List.of()).stream().filter(this::isNew).findFirst();
        unused.ifPresent(value -> list.add(value.deepCopy()));
        return unused.isPresent();
    }
}
