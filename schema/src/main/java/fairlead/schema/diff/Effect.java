package fairlead.schema.diff;

import java.util.Locale;

/// What a change does to the resource, from the mildest to the worst.
public enum Effect {
    /// It is updated in place.
    NO_INTERRUPTION("updates in place"),
    /// The handler may refuse to change it in place, and then the resource is replaced
    /// (`conditionalCreateOnlyProperties`).
    MAY_REPLACE("may replace the resource"),
    /// The resource is replaced (`createOnlyProperties`).
    REPLACEMENT("replaces the resource"),
    /// A caller can't ask for it (`readOnlyProperties`).
    FORBIDDEN("can't be set: read-only");

    private final String words;

    Effect(String words) {
        this.words = words;
    }

    /// In words for people.
    public String words() {
        return words;
    }

    /// The name for programs, `may-replace` for example.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
