package fairlead.server.options;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// How the audit trail is signed, kept and given away.
///
/// @param key the key that signs checkpoints, if it is not where it usually is
/// @param export the file to which records are written as they are sealed, besides the database
/// @param checkpoints the file that always has the newest checkpoint
/// @param kept for how long records are kept
/// @param newKey whether a key is made where the one that has signed until now is missing
public record Auditing(
        Optional<Path> key, Optional<Path> export, Optional<Path> checkpoints, Duration kept, boolean newKey) {

    private static final int MOST_DAYS = 36_500;

    static Supplier<Auditing> declare(Flags flags) {
        flags.section("Audit trail");
        var key = flags.optional(
                "--audit-key=FILE",
                Values::path,
                "the key that signs the audit trail (audit.key in the data folder, or in a shared database)");
        var export = flags.optional(
                "--audit-export=FILE", Values::path, "write sealed audit records there, too, as JSON lines");
        var checkpoints = flags.optional(
                "--audit-checkpoints=FILE",
                Values::path,
                "keep the newest signed checkpoint there, on another disk or machine");
        var kept = flags.value(
                "--audit-retention=DAYS", Values.number(1, MOST_DAYS), "400", "remove audit records that are older");
        var newKey = flags.given("--new-audit-key", "make a signing key where the one that has signed is lost");
        return () ->
                new Auditing(key.get(), export.get(), checkpoints.get(), Duration.ofDays(kept.get()), newKey.get());
    }
}
