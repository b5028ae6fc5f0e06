package fairlead.schema.evolution.rule;

import java.util.Locale;

/// The consequence of a change for the users of the type, from the mildest to the worst.
public enum Verdict {
    /// No user of the type notices.
    COMPATIBLE,
    /// Some users of the type may be surprised: it depends on what they do.
    RISKY,
    /// What worked does not work any more.
    BREAKING;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
