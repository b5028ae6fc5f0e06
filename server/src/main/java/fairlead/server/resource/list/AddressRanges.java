package fairlead.server.resource.list;

import fairlead.server.access.AccessScope;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Where among the keys of resources those are that are at or below some scopes.
final class AddressRanges {

    private AddressRanges() {}

    /// Keys between two: behind the first, and before the second.
    record Range(String after, String end) {

        /// Whether anything of it is behind a key.
        boolean isBehind(String key) {
            return key.compareTo(end) < 0;
        }
    }

    /// Whether all keys with a prefix are at or below the scopes.
    ///
    /// @param prefix a key and a slash
    static boolean areAllIn(String prefix, List<String> scopes) {
        String above = prefix.substring(0, prefix.length() - 1);
        return scopes.stream().anyMatch(scope -> AccessScope.isAbove(scope, above));
    }

    /// The ranges of the keys with a prefix that are at or below the scopes, in the order of keys; no key is in
    /// two of them.
    ///
    /// @param prefix a key and a slash
    static List<Range> of(String prefix, List<String> scopes) {
        List<String> within = scopes.stream()
                .filter(scope -> scope.startsWith(prefix))
                .filter(scope -> scopes.stream().noneMatch(other -> isBelow(scope, other)))
                .distinct()
                .toList();
        List<Range> ranges = new ArrayList<>();
        for (String scope : within) {
            ranges.add(itself(scope));
            ranges.add(new Range(scope + "/", scope + "0"));
        }
        ranges.sort(Comparator.comparing(Range::after));
        return List.copyOf(ranges);
    }

    private static boolean isBelow(String scope, String other) {
        return scope.length() > other.length() && AccessScope.isAbove(other, scope);
    }

    /// The one key alone, since keys have no control characters.
    private static Range itself(String key) {
        int last = key.length() - 1;
        String before = key.substring(0, last) + (char) (key.charAt(last) - 1) + Character.MAX_VALUE;
        return new Range(before, key + "\u0001");
    }
}
