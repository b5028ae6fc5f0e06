package fairlead.server.drift;

import java.util.Arrays;
import java.util.Optional;

/// The status that a check has found.
public enum Status {
    /// It is what was asked for.
    IN_SYNC("InSync", "IN_SYNC"),
    /// Properties are not as they should be.
    DRIFTED("Drifted", "MODIFIED"),
    /// The physical resource is gone, and no caller has deleted the record.
    DELETED("Deleted", "DELETED"),
    /// It can't be told: there is no read handler, or it failed.
    NOT_CHECKABLE("NotCheckable", "NOT_CHECKED");

    private final String word;
    private final String cloudFormation;

    Status(String word, String cloudFormation) {
        this.word = word;
        this.cloudFormation = cloudFormation;
    }

    public String word() {
        return word;
    }

    /// The same as a `StackResourceDriftStatus` of CloudFormation.
    public String cloudFormation() {
        return cloudFormation;
    }

    /// Whether something has to be done about it.
    boolean isDrift() {
        return this == DRIFTED || this == DELETED;
    }

    /// The one that is written so, in any case.
    public static Optional<Status> parse(String word) {
        return Arrays.stream(values())
                .filter(status -> status.word.equalsIgnoreCase(word))
                .findFirst();
    }
}
