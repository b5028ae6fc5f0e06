package fairlead.schema.diff;

import fairlead.schema.draft07.Place;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Compares two lists the way `insertionOrder` and `uniqueItems` say: as a list, an ordered set, a multiset or a set.
final class Lists {

    private final ChangeSink changes;
    private final Optional<Place> place;
    private final Optional<Place> item;
    private final ValueLocation spot;
    private final Ids ids;

    Lists(ChangeSink changes, Optional<Place> place, ValueLocation spot) {
        this.changes = changes;
        this.place = place;
        this.item = place.flatMap(Place::item);
        this.spot = spot;
        this.ids = new Ids(item);
    }

    void compare(Side before, Side after) {
        boolean ordered = place.map(Place::ordered).orElse(true);
        boolean unique = place.map(Place::unique).orElse(false);
        List<Item> from = items(before);
        List<Item> to = unique ? distinct(items(after)) : items(after);
        if (!ordered) {
            new UnorderedLists(changes, item, spot, unique).compare(from, to);
        } else if (unique) {
            orderedSets(from, to);
        } else {
            new Sequences(changes, item, spot).compare(from, to);
        }
    }

    private List<Item> items(Side list) {
        List<Side> sides = list.items();
        List<Item> items = new ArrayList<>(sides.size());
        for (int i = 0; i < sides.size(); i++) {
            items.add(new Item(sides.get(i), i, ids.of(sides.get(i).full())));
        }
        return items;
    }

    private static List<Item> distinct(List<Item> items) {
        Set<Integer> seen = new HashSet<>();
        return items.stream().filter(one -> seen.add(one.id())).toList();
    }

    /// What is there twice makes no difference; if there is one, it has to go first.
    private void orderedSets(List<Item> from, List<Item> to) {
        List<Item> distinct = distinct(from);
        if (Item.ids(distinct).equals(Item.ids(to))) {
            return;
        }
        Set<Item> stay = new HashSet<>(distinct);
        for (int i = from.size() - 1; i >= 0; i--) {
            if (!stay.contains(from.get(i))) {
                changes.removed(spot.item(i, i), from.get(i).side());
            }
        }
        new Sequences(changes, item, spot).compare(distinct, to);
    }

    /// An item of a list.
    ///
    /// @param index where it is in the model
    /// @param id the same for all that are the same
    record Item(Side side, int index, int id) {

        static List<Integer> ids(List<Item> items) {
            return items.stream().map(Item::id).toList();
        }
    }
}
