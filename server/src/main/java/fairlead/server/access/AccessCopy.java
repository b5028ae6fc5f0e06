package fairlead.server.access;

import fairlead.server.problem.Problem;
import fairlead.server.problem.ProblemException;
import fairlead.server.telemetry.Metrics;
import fairlead.server.time.MonotonicTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// Whether the access data of this server (principals, roles, guardrails and quotas) are the original, or a copy of
/// what another cell has, and how old that copy is.
///
/// A copy is read by all who decide; it is changed by nothing but a newer one. One instance serves all threads.
public final class AccessCopy {

    /// From this age on nothing is changed by what a copy allows.
    public static final Duration OLDEST = Duration.ofSeconds(60);

    private final Optional<String> home;
    private final MonotonicTime time;
    private final UUID front;
    private volatile Optional<Long> asOf = Optional.empty();

    private AccessCopy(Optional<String> home, MonotonicTime time, UUID front) {
        this.home = home;
        this.time = time;
        this.front = front;
    }

    /// That of a server which has the original.
    public static AccessCopy original() {
        return new AccessCopy(Optional.empty(), () -> 0, Principal.UNKNOWN);
    }

    /// That of a cell which has a copy, of an unknown age at first.
    ///
    /// @param home the location whose cell has the original
    /// @param front the principal that brings copies: what it may do does not depend on them
    public static AccessCopy of(String home, MonotonicTime time, UUID front) {
        return new AccessCopy(Optional.of(home), time, front);
    }

    public boolean isCopy() {
        return home.isPresent();
    }

    /// That these are the original, and may be changed here; else a problem.
    public void requireOriginal() {
        home.ifPresent(location -> {
            throw new ProblemException(new Problem.Misdirected(
                    "",
                    "Principals, roles, guardrails and quotas are changed in the cell of '" + location
                            + "', and callers sign in there. Ask the front, which knows its address."));
        });
    }

    /// That what was decided by them may still change something; else a problem.
    ///
    /// @param principal who makes the change
    void requireFresh(UUID principal) {
        if (home.isEmpty() || principal.equals(front)) {
            return;
        }
        Optional<Duration> age = age();
        if (age.isEmpty() || age.get().compareTo(OLDEST) > 0) {
            throw new ProblemException(new Problem.AccessDataTooOld(home.get(), age));
        }
    }

    /// A moment, to be given to [#confirm] once it is known what the original was at it or later.
    public long now() {
        return time.nanos();
    }

    /// Says that these are as the original was at a moment, or later.
    ///
    /// @param moment what [#now()] said before the original was asked
    public synchronized void confirm(long moment) {
        if (asOf.isEmpty() || moment - asOf.get() > 0) {
            asOf = Optional.of(moment);
        }
    }

    /// Shows the age in the metrics.
    public void measured(Metrics metrics) {
        metrics.gauge(
                "fairlead_access_copy_age_seconds",
                "Age of the copy of access data; 0 where the original is.",
                List.of(),
                samples -> samples.add(isCopy() ? seconds() : 0));
    }

    private double seconds() {
        return age().map(known -> Metrics.seconds(known.toNanos())).orElse(Double.POSITIVE_INFINITY);
    }

    /// How old the copy is at most; empty if that is not known.
    public Optional<Duration> age() {
        return asOf.map(moment -> Duration.ofNanos(time.nanos() - moment));
    }
}
