package fairlead.schema.diff;

import fairlead.schema.ModelEquality;
import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Walks through two models side by side and writes down the changes that make one of the other.
final class Comparison implements ChangeSink {

    private final Effects effects;
    private final List<Change> changes = new ArrayList<>();

    Comparison(Effects effects) {
        this.effects = effects;
    }

    List<Change> changes() {
        return List.copyOf(changes);
    }

    @Override
    public void values(Optional<Place> place, ValueLocation spot, Side before, Side after) {
        if (!before.isGiven() || !after.isGiven()) {
            if (!ModelEquality.equal(place, before.full(), after.full())) {
                comeOrGo(spot, before, after);
            }
        } else if (before.full().isObject() && after.full().isObject()) {
            objects(place, spot, before, after);
        } else if (before.full().isArray() && after.full().isArray()) {
            new Lists(this, place, spot).compare(before, after);
        } else if (!ModelEquality.equal(place, before.full(), after.full())) {
            replaced(spot, before, after);
        }
    }

    private void comeOrGo(ValueLocation spot, Side before, Side after) {
        if (before.isGiven()) {
            removed(spot, before);
        } else {
            added(spot, after);
        }
    }

    private void objects(Optional<Place> place, ValueLocation spot, Side before, Side after) {
        Set<String> names = new LinkedHashSet<>(before.full().propertyNames());
        names.addAll(after.full().propertyNames());
        for (String name : names) {
            Side a = before.member(name);
            Side b = after.member(name);
            if (a == null && b != null) {
                added(spot.child(name), b);
            } else if (a != null && b == null) {
                removed(spot.child(name), a);
            } else if (a != null && b != null) {
                values(place.flatMap(p -> p.property(name)), spot.child(name), a, b);
            }
        }
    }

    @Override
    public void added(ValueLocation spot, Side after) {
        Effect effect = effects.of(spot.place(), after.full());
        changes.add(new Change.Added(spot.pointer(), spot.place(), after.value(), effect));
    }

    @Override
    public void removed(ValueLocation spot, Side before) {
        Effect effect = effects.of(spot.place(), before.full());
        changes.add(new Change.Removed(spot.pointer(), spot.place(), before.value(), effect));
    }

    @Override
    public void replaced(ValueLocation spot, Side before, Side after) {
        Effect effect = effects.of(spot.place(), before.full(), after.full());
        changes.add(new Change.Replaced(spot.pointer(), spot.place(), before.value(), after.value(), effect));
    }
}
