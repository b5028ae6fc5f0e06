package fairlead.server.access.policy;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// How far the look at all resources has come that follows a change of rules, or the end of an exemption. Nodes that
/// share a database share it.
public final class Sweeps {

    private static final String MARK =
            "SELECT n, swept, sweeping, after_key, swept_at FROM policy_version WHERE id = 1";

    private static final String GO_ON = "UPDATE policy_version SET sweeping = ?, after_key = ? WHERE id = 1";

    private static final String END =
            "UPDATE policy_version SET swept = ?, sweeping = 0, after_key = '', swept_at = ? WHERE id = 1";

    private static final String ASK = "UPDATE policy_version SET swept = 0 WHERE id = 1";

    private static final Duration EVENTS_KEPT = Duration.ofDays(90);

    private final PolicyStates states = new PolicyStates();
    private final Database database;
    private final CurrentPolicies current;
    private final Clock clock;

    public Sweeps(Database database, CurrentPolicies current, Clock clock) {
        this.database = database;
        this.current = current;
        this.clock = clock;
    }

    private record Mark(long version, long swept, long sweeping, String after, Instant at) {}

    /// Behind which resource, by its key, it goes on; empty if there is nothing to do.
    ///
    /// @param rules that count
    public record Place(String after, long rules) {}

    public Optional<Place> next() {
        Mark mark = database.read(this::mark);
        boolean ended = current.get()
                .nextEnd(mark.at())
                .filter(end -> !end.isAfter(clock.instant()))
                .isPresent();
        boolean begun = mark.sweeping() == mark.version();
        if (mark.swept() == mark.version() && !begun && !ended) {
            return Optional.empty();
        }
        return Optional.of(new Place(begun ? mark.after() : "", mark.version()));
    }

    private Mark mark(Transaction transaction) {
        return transaction
                .one(MARK, row -> new Mark(row.number(), row.number(), row.number(), row.text(), row.time()))
                .orElseThrow();
    }

    /// Says that everything up to a resource was looked at.
    public void goOn(Transaction transaction, Place place, String last) {
        transaction.update(GO_ON, place.rules(), last);
    }

    /// Says that everything was looked at.
    public void end(Transaction transaction, Place place) {
        Instant now = clock.instant();
        states.clean(transaction, now.minus(EVENTS_KEPT));
        transaction.update(END, place.rules(), now);
    }

    /// Asks for a look at all resources; the moment from which on it counts.
    public Instant ask() {
        database.write(transaction -> transaction.update(ASK));
        return clock.instant();
    }

    /// Whether everything was looked at, by the rules as they are now.
    public boolean isDone() {
        Mark mark = database.read(this::mark);
        return mark.swept() == mark.version() && mark.sweeping() == 0;
    }
}
