package fairlead.schema.diff;

import fairlead.schema.diff.Lists.Item;
import fairlead.schema.draft07.Place;
import java.util.List;
import java.util.Optional;

/// Edits a list whose order means something: what is common stays, and what is between is changed, removed and added.
final class Sequences {

    /// Up to how many pairs of items the best of all alignments is looked for.
    private static final int MOST_PAIRS = 10_000;

    private static final int FOR_A_REPLACEMENT = 1;
    private static final int FOR_EACH_MEMBER = 10;

    private final ChangeSink changes;
    private final Optional<Place> place;
    private final ValueLocation spot;

    /// Where in the list the next edit is made.
    private int at;

    Sequences(ChangeSink changes, Optional<Place> item, ValueLocation spot) {
        this.changes = changes;
        this.place = item;
        this.spot = spot;
    }

    void compare(List<Item> from, List<Item> to) {
        int before = 0;
        int after = 0;
        for (CommonSubsequence.Kept kept : CommonSubsequence.of(Item.ids(from), Item.ids(to))) {
            between(from.subList(before, kept.before()), to.subList(after, kept.after()));
            at++;
            before = kept.before() + 1;
            after = kept.after() + 1;
        }
        between(from.subList(before, from.size()), to.subList(after, to.size()));
    }

    private void between(List<Item> from, List<Item> to) {
        if ((long) from.size() * to.size() > MOST_PAIRS) {
            inPlace(from, to);
        } else {
            aligned(from, to);
        }
    }

    private void inPlace(List<Item> from, List<Item> to) {
        int both = Math.min(from.size(), to.size());
        for (int i = 0; i < both; i++) {
            change(from.get(i), to.get(i));
        }
        from.subList(both, from.size()).forEach(this::remove);
        to.subList(both, to.size()).forEach(this::add);
    }

    /// Pairs the items so that as many members as can be stay, without crossing.
    private void aligned(List<Item> from, List<Item> to) {
        int[][] worth = worth(from, to);
        int i = 0;
        int j = 0;
        while (i < from.size() && j < to.size()) {
            int here = worth[i][j];
            if (here == worth[i + 1][j + 1] + value(from.get(i), to.get(j))) {
                change(from.get(i++), to.get(j++));
            } else if (here == worth[i + 1][j]) {
                remove(from.get(i++));
            } else {
                add(to.get(j++));
            }
        }
        from.subList(i, from.size()).forEach(this::remove);
        to.subList(j, to.size()).forEach(this::add);
    }

    private int[][] worth(List<Item> from, List<Item> to) {
        int[][] worth = new int[from.size() + 1][to.size() + 1];
        for (int i = from.size() - 1; i >= 0; i--) {
            for (int j = to.size() - 1; j >= 0; j--) {
                int paired = worth[i + 1][j + 1] + value(from.get(i), to.get(j));
                worth[i][j] = Math.max(paired, Math.max(worth[i + 1][j], worth[i][j + 1]));
            }
        }
        return worth;
    }

    private int value(Item before, Item after) {
        return FOR_A_REPLACEMENT
                + FOR_EACH_MEMBER
                        * Similarity.of(place, before.side(), after.side()).same();
    }

    private void change(Item before, Item after) {
        ValueLocation here = spot.item(at, before.index());
        boolean lists = before.side().full().isArray() && after.side().full().isArray();
        if (lists || Similarity.of(place, before.side(), after.side()).isAny()) {
            changes.values(place, here, before.side(), after.side());
        } else {
            changes.replaced(here, before.side(), after.side());
        }
        at++;
    }

    private void remove(Item before) {
        changes.removed(spot.item(at, before.index()), before.side());
    }

    private void add(Item after) {
        changes.added(spot.item(at, after.index()), after.side());
        at++;
    }
}
