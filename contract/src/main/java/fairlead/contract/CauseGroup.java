package fairlead.contract;

import java.util.List;

/// Rules that break the same other rules when one of them is broken.
enum CauseGroup {
    /// Reads do not answer as they have to, so whatever is read afterwards tells nothing.
    READS("read.deadline", "read.synchronous", "read.identifier-only"),
    /// Lists do not answer as they have to, or have no end.
    LISTS("list.deadline", "list.synchronous", "list.identifiers", "list.terminates"),
    /// Deletes leave what they had to delete.
    DELETES("delete.deadline", "delete.success", "delete.desired-state", "delete.timeout", "delete.gone"),
    /// The identifier of a created resource is not known.
    IDENTIFIERS("create.primary-identifier", "create.primary-identifier-unchanged"),
    /// Creates do not end.
    UNFINISHED_CREATES("create.deadline", "create.timeout");

    @SuppressWarnings("ImmutableEnumChecker") // It is made by List.of.
    private final List<String> rules;

    CauseGroup(String... rules) {
        this.rules = List.of(rules);
    }

    /// Their ids.
    List<String> rules() {
        return rules;
    }
}
