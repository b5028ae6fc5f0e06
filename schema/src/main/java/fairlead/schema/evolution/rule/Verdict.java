package fairlead.schema.evolution.rule;

import java.util.Locale;

/// What a change means for those who use the type, from the mildest to the worst.
public enum Verdict {
    /// Nobody notices.
    COMPATIBLE,
    /// Somebody may be surprised: it depends on what they do.
    RISKY,
    /// What worked does not work any more.
    BREAKING;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
