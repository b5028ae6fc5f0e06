package fairlead.generator;

import fairlead.generator.pattern.Chance;
import fairlead.schema.Finding;
import fairlead.schema.PropertyPath;
import fairlead.schema.ResourceSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Changes to what a resource is that its schema allows.
final class Updates {

    private static final int TRIES = 6;

    private final SchemaForms forms;
    private final ResourceSchema schema;
    private final Paths fixed;
    private final List<PropertyPath> kept;

    /// An object within the input, and a property of it that may be changed.
    private record Spot(List<String> steps, Form form, Paths hidden) {}

    Updates(SchemaForms forms) {
        this.forms = forms;
        this.schema = forms.schema();
        this.kept = new ArrayList<>(schema.createOnly());
        kept.addAll(schema.primaryIdentifier());
        schema.tagging()
                .property()
                .filter(path -> !schema.tagging().updatable())
                .ifPresent(kept::add);
        this.fixed = Paths.of(kept);
    }

    Generated<ObjectNode> update(ObjectNode current, long seed, Size size) {
        ObjectNode before = schema.withoutReadOnly(current);
        Chance chance = new Chance(seed);
        List<Spot> spots = new ArrayList<>();
        forms.forms(forms.root()).forEach(form -> collect(form, before, List.of(), fixed, forms.readOnly(), spots));
        if (spots.isEmpty()) {
            return new Generated.Impossible<>("", "no property can be changed once a resource exists");
        }
        for (Spot spot : chance.shuffled(spots)) {
            for (int i = 0; i < TRIES; i++) {
                long inner = seed * 31 + spot.steps.hashCode() + i;
                Optional<ObjectNode> after = changed(before, spot, inner, i == TRIES - 1 ? Size.MINIMAL : size);
                if (after.isPresent()) {
                    return new Generated.Made<>(after.get());
                }
            }
        }
        return new Generated.Impossible<>("", "no change was found that the schema allows");
    }

    private void collect(
            Form form, JsonNode object, List<String> steps, Paths keeping, Paths hidden, List<Spot> spots) {
        for (String name : form.members().declared()) {
            Optional<Form> member = form.member(name);
            Paths keep = keeping.below(name);
            if (member.isEmpty() || hidden.below(name).here() || keep.here()) {
                continue;
            }
            List<String> place = new ArrayList<>(steps);
            place.add(name);
            if (keep.isEmpty()) {
                spots.add(new Spot(place, member.get(), hidden.below(name)));
            } else if (object.path(name).isObject()) {
                collect(member.get(), object.path(name), place, keep, hidden.below(name), spots);
            }
        }
    }

    private Optional<ObjectNode> changed(ObjectNode before, Spot spot, long seed, Size size) {
        ObjectNode after = before.deepCopy();
        JsonNode parent = after;
        for (String step : spot.steps.subList(0, spot.steps.size() - 1)) {
            parent = parent.path(step);
        }
        if (!(parent instanceof ObjectNode object)) {
            return Optional.empty();
        }
        String name = spot.steps.getLast();
        Optional<JsonNode> value = forms.draw(spot.form, spot.hidden, seed, size);
        if (value.isPresent()) {
            object.set(name, value.get());
        } else {
            object.remove(name);
        }
        boolean valid = schema.validateInput(after).stream().noneMatch(Finding::isError);
        boolean keeps = valid && schema.changed(before, after, kept).isEmpty();
        return keeps && !schema.equal(before, after) ? Optional.of(after) : Optional.empty();
    }
}
