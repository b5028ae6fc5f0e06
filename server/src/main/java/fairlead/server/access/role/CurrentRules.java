package fairlead.server.access.role;

import fairlead.server.access.AccessCopy;
import fairlead.server.access.Rules;
import fairlead.server.access.Subject;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The rules as this process knows them: read again after each change that it makes, and where several processes share
/// a database a few times a second.
public final class CurrentRules implements Supplier<Rules>, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CurrentRules.class);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final RoleStore store = new RoleStore();
    private final Database database;
    private final Clock clock;
    private final AccessCopy copy;
    private volatile RuleSnapshot known;
    private volatile boolean closed;

    public CurrentRules(Database database, Clock clock) {
        this(database, clock, AccessCopy.original());
    }

    /// @param copy whether this server has a copy of the rules only
    public CurrentRules(Database database, Clock clock, AccessCopy copy) {
        this.database = database;
        this.clock = clock;
        this.copy = copy;
        known = read();
    }

    /// Whether they are a copy, and of which age.
    public AccessCopy copy() {
        return copy;
    }

    private RuleSnapshot read() {
        Instant now = clock.instant();
        return database.read(transaction -> store.snapshot(transaction, now));
    }

    /// Begins to look for the changes that others make.
    public CurrentRules following() {
        Thread.ofVirtual().name("rules").start(this::follow);
        return this;
    }

    private void follow() {
        while (!closed) {
            try {
                refresh();
            } catch (DatabaseException away) {
                // Whatever is asked for meanwhile can't be answered either.
                LOG.debug("the rules of access can't be read", away);
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    /// Without the assignments that have ended.
    @Override
    public RuleSnapshot get() {
        RuleSnapshot present = known;
        boolean lasting = present.until().equals(Instant.MAX) || clock.instant().isBefore(present.until());
        return lasting ? present : renewed();
    }

    private synchronized RuleSnapshot renewed() {
        if (!clock.instant().isBefore(known.until())) {
            known = read();
        }
        return known;
    }

    /// A principal and all groups it is in, as far as they are kept here.
    public Set<UUID> identities(UUID principal) {
        return get().identities(Subject.of(principal));
    }

    /// As a transaction sees them; they stay so until it has ended.
    public Rules in(Transaction transaction) {
        RuleSnapshot present = known;
        Instant now = clock.instant();
        return store.heldVersion(transaction) == present.version() && now.isBefore(present.until())
                ? present
                : store.snapshot(transaction, now);
    }

    /// Reads them, if they have changed.
    void refresh() {
        RuleSnapshot present = known;
        if (database.read(store::version) != present.version()) {
            keep(read());
        }
    }

    private synchronized void keep(RuleSnapshot read) {
        if (read.version() > known.version()) {
            known = read;
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
