package fairlead.schema.data;

import java.util.Arrays;
import java.util.Locale;

/// A class of data.
public enum DataClass {
    /// What customers hand over to be processed, stored or hosted, and what is computed from it.
    CONTENT(true),
    /// What customers say about themselves to have an account.
    ACCOUNT(true),
    /// What belongs to an account: identifiers, statistics, logs.
    USAGE(false),
    /// Metadata tags of resources.
    TAGGING(false),
    /// Roles, rules, policies and permissions.
    PERMISSIONS(true),
    /// What handlers make and those alone get who ask for it by name: passwords, keys, tokens. No model has the class;
    /// a registration can say it of read-only properties.
    SECRET(true);

    private final boolean sensitive;

    DataClass(boolean sensitive) {
        this.sensitive = sensitive;
    }

    /// "Data of this classification should be marked with the sensitive trait": it is kept out of logs, traces, events
    /// and audit records.
    public boolean sensitive() {
        return sensitive;
    }

    /// The one of that name in a model. Throws [IllegalArgumentException] if there is none.
    public static DataClass of(String word) {
        return Arrays.stream(values())
                .filter(value -> value.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no data classification is called '" + word + "'"));
    }

    /// Its name in a model.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
