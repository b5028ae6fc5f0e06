package fairlead.schema.diff;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What two lists have in common, in order: the longest such sequence (Hunt and Szymanski's algorithm).
///
/// Its cost grows with the number of pairs that are equal. Beyond [#MOST] of them only the first occurrence of an item
/// is paired with the first, the second with the second and so on: what is found is still common, and perhaps not the
/// longest.
final class CommonSubsequence {

    static final int MOST = 500_000;

    /// An item of the first list that stays, as an item of the second.
    record Kept(int before, int after) {}

    private record Link(Kept kept, @Nullable Link previous) {}

    private CommonSubsequence() {}

    static List<Kept> of(List<Integer> before, List<Integer> after) {
        int shorter = Math.min(before.size(), after.size());
        int head = 0;
        while (head < shorter && before.get(head).equals(after.get(head))) {
            head++;
        }
        int tail = 0;
        while (tail < shorter - head
                && before.get(before.size() - 1 - tail).equals(after.get(after.size() - 1 - tail))) {
            tail++;
        }
        List<Kept> kept = new ArrayList<>(shorter);
        for (int i = 0; i < head; i++) {
            kept.add(new Kept(i, i));
        }
        List<Integer> middle = before.subList(head, before.size() - tail);
        for (Kept pair : ofDifferent(middle, after.subList(head, after.size() - tail))) {
            kept.add(new Kept(pair.before + head, pair.after + head));
        }
        for (int i = tail; i > 0; i--) {
            kept.add(new Kept(before.size() - i, after.size() - i));
        }
        return kept;
    }

    private static List<Kept> ofDifferent(List<Integer> before, List<Integer> after) {
        List<int[]> partners = partners(before, after);
        int[] lastOf = new int[Math.min(before.size(), after.size()) + 1];
        Link[] links = new Link[lastOf.length];
        int length = 0;
        for (int i = 0; i < before.size(); i++) {
            int[] candidates = partners.get(i);
            // From the last to the first, so that an item is not followed by itself.
            for (int c = candidates.length - 1; c >= 0; c--) {
                int j = candidates[c];
                int found = Arrays.binarySearch(lastOf, 0, length, j);
                int at = found >= 0 ? found : -found - 1;
                lastOf[at] = j;
                links[at] = new Link(new Kept(i, j), at == 0 ? null : links[at - 1]);
                length = Math.max(length, at + 1);
            }
        }
        return length == 0 ? List.of() : unwind(links[length - 1]);
    }

    private static List<Kept> unwind(Link last) {
        Deque<Kept> kept = new ArrayDeque<>();
        for (Link link = last; link != null; link = link.previous) {
            kept.addFirst(link.kept);
        }
        return List.copyOf(kept);
    }

    /// For each item of the first list where it is in the second, ascending.
    private static List<int[]> partners(List<Integer> before, List<Integer> after) {
        Map<Integer, List<Integer>> places = new HashMap<>();
        for (int j = 0; j < after.size(); j++) {
            places.computeIfAbsent(after.get(j), _ -> new ArrayList<>(1)).add(j);
        }
        long pairs = before.stream()
                .mapToLong(id -> places.getOrDefault(id, List.of()).size())
                .sum();
        Map<Integer, Integer> seen = new HashMap<>();
        List<int[]> partners = new ArrayList<>(before.size());
        for (Integer id : before) {
            List<Integer> all = places.getOrDefault(id, List.of());
            int occurrence = seen.merge(id, 1, Integer::sum) - 1;
            if (pairs <= MOST) {
                partners.add(all.stream().mapToInt(Integer::intValue).toArray());
            } else {
                partners.add(occurrence < all.size() ? new int[] {all.get(occurrence)} : new int[0]);
            }
        }
        return partners;
    }
}
