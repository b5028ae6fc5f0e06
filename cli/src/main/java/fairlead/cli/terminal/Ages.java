package fairlead.cli.terminal;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;

/// Times and durations in short words.
public final class Ages {

    private Ages() {}

    /// The time that a text in ISO 8601 names; empty for any other text.
    public static Optional<Instant> parse(String text) {
        try {
            return Optional.of(OffsetDateTime.parse(text).toInstant());
        } catch (DateTimeParseException other) {
            return Optional.empty();
        }
    }

    /// How long ago that was: `12s`, `7m`, `3h`, `2d`, `4y`.
    public static String since(String text, Instant now) {
        return parse(text).map(time -> age(Duration.between(time, now))).orElse("");
    }

    private static String age(Duration age) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 120) {
            return seconds + "s";
        }
        if (age.toMinutes() < 120) {
            return age.toMinutes() + "m";
        }
        if (age.toHours() < 48) {
            return age.toHours() + "h";
        }
        return age.toDays() < 730 ? age.toDays() + "d" : age.toDays() / 365 + "y";
    }

    /// How long something took: `40 ms`, `1.2 s`, `3 min 5 s`.
    public static String took(Duration time) {
        if (time.toMillis() < 1000) {
            return Math.max(0, time.toMillis()) + " ms";
        }
        if (time.toSeconds() < 60) {
            return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
        }
        return time.toMinutes() + " min " + time.toSecondsPart() + " s";
    }
}
