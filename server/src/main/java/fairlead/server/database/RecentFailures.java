package fairlead.server.database;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Whether a transaction has just failed by the storage. A disk can fail in one place and work in all others, so that a
/// small write proves nothing for those who need that place.
public final class RecentFailures {

    /// After so long a failure counts as over.
    private static final Duration QUIET = Duration.ofSeconds(2);

    private final LongSupplier nanos;
    private volatile @Nullable Last last;

    private record Last(long at, String why) {}

    /// @param nanos a time that only goes forward
    RecentFailures(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /// A transaction has failed.
    void failed(DatabaseException why) {
        if (why.isOfStorage()) {
            last = new Last(nanos.getAsLong(), String.valueOf(why.getMessage()));
        }
    }

    /// The last failure; empty if there was none within two seconds.
    public Optional<String> failure() {
        Last known = last;
        if (known == null) {
            return Optional.empty();
        }
        Duration since = Duration.ofNanos(nanos.getAsLong() - known.at());
        return since.compareTo(QUIET) > 0
                ? Optional.empty()
                : Optional.of("a transaction has failed " + since.toMillis() + " ms ago: " + known.why());
    }
}
