package fairlead.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How the audit trail is signed, kept and given away.
///
/// @param key the key that signs checkpoints, if it is not where it usually is
/// @param export the file to which records are written as they are sealed, besides the database
/// @param within how long a record may wait for that before no more changes are made
/// @param checkpoints the file that always has the newest checkpoint
/// @param kept for how long records are kept
/// @param longer for how long those of some subscriptions are kept, by their ids
/// @param newKey whether a key is made where the one that has signed until now is missing
public record Auditing(
        Optional<Path> key,
        Optional<Path> export,
        Optional<Duration> within,
        Optional<Path> checkpoints,
        Duration kept,
        Map<String, Duration> longer,
        boolean newKey) {

    private static final Duration SHORTEST_WAIT = Duration.ofSeconds(5);
    private static final int MOST_DAYS = 36_500;
    private static final Pattern LONGER = Pattern.compile("([0-9A-Fa-f-]{36})=([1-9]\\d{0,4})");

    static Supplier<Auditing> declare(Flags flags) {
        flags.section("Audit trail");
        var key = flags.optional(
                "--audit-key=FILE",
                Values::path,
                "the key that signs the audit trail (audit.key in the data folder, or in a shared database)");
        var export = flags.optional(
                "--audit-export=FILE", Values::path, "write sealed audit records there, too, as JSON lines");
        var within = flags.optional(
                "--audit-export-within=TIME",
                Auditing::waiting,
                "make no change while a record has waited for so long to be exported, at least 5s; with"
                        + " --audit-export");
        var checkpoints = flags.optional(
                "--audit-checkpoints=FILE",
                Values::path,
                "keep the newest signed checkpoint there, on another disk or machine");
        var kept = flags.value(
                "--audit-retention=DAYS", Values.number(1, MOST_DAYS), "400", "remove audit records that are older");
        var longer = flags.repeatable(
                "--audit-retention-of=SUBSCRIPTION=DAYS",
                Auditing::longer,
                "keep the records of this subscription for so long, and what comes after them");
        var newKey = flags.given("--new-audit-key", "make a signing key where the one that has signed is lost");
        return () -> {
            if (within.get().isPresent() && export.get().isEmpty()) {
                throw new IllegalArgumentException("--audit-export-within goes with --audit-export=FILE");
            }
            return new Auditing(
                    key.get(),
                    export.get(),
                    within.get(),
                    checkpoints.get(),
                    Duration.ofDays(kept.get()),
                    all(longer.get(), Duration.ofDays(kept.get())),
                    newKey.get());
        };
    }

    /// A record is sealed within two seconds, and exported a second later.
    private static Duration waiting(String text) {
        Duration time = Values.time(text);
        if (time.compareTo(SHORTEST_WAIT) < 0) {
            throw new IllegalArgumentException("expected at least 5s, found '" + text + "'");
        }
        return time;
    }

    private record Longer(String subscription, Duration kept) {}

    private static Longer longer(String text) {
        Matcher parts = LONGER.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("expected SUBSCRIPTION=DAYS, found '" + text + "'");
        }
        return new Longer(parts.group(1).toLowerCase(Locale.ROOT), Duration.ofDays(Integer.parseInt(parts.group(2))));
    }

    /// Records go in order, so that none can go before those of others.
    private static Map<String, Duration> all(List<Longer> longer, Duration kept) {
        Map<String, Duration> all = new HashMap<>();
        for (Longer one : longer) {
            if (one.kept().compareTo(kept) < 0) {
                throw new IllegalArgumentException("--audit-retention-of: expected at least the " + kept.toDays()
                        + " days of --audit-retention, found " + one.kept().toDays());
            }
            all.put(one.subscription(), one.kept());
        }
        return all;
    }
}
