package fairlead.contract.call;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/// A whole list.
///
/// @param ids the identifiers, in the order they came
/// @param twice those that stood on two pages
/// @param pages how many pages there were
/// @param refused how the list failed, if it did
/// @param ended whether there was a last page
public record Listing(
        Set<String> ids, Set<String> twice, int pages, Optional<ListAnswer.Refused> refused, boolean ended) {

    public static final Listing EMPTY = new Listing(Set.of(), Set.of(), 0, Optional.empty(), true);

    /// Whether it did not fail, and has an end.
    public boolean isWhole() {
        return refused.isEmpty() && ended;
    }

    /// What it has and another one has not.
    public Set<String> without(Listing before) {
        Set<String> more = new LinkedHashSet<>(ids);
        more.removeAll(before.ids);
        return more;
    }
}
