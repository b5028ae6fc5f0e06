package fairlead.server.access.approval;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How an approval stands.
public enum ApprovalState {
    /// It was asked for, and is not decided.
    ASKED,
    /// The change may be carried out, once.
    GRANTED,
    /// The change may not be carried out.
    DENIED,
    /// Its time is over.
    EXPIRED,
    /// What it was asked for is no longer what would be done.
    SUPERSEDED,
    /// The change was carried out.
    USED;

    /// As in answers, `Asked` for example.
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }

    static Optional<ApprovalState> find(String word) {
        return Arrays.stream(values())
                .filter(state -> state.name().equalsIgnoreCase(word))
                .findFirst();
    }

    /// Whether something may still become of it.
    public boolean isOpen() {
        return this == ASKED || this == GRANTED;
    }
}
