package fairlead.server.access.policy;

import fairlead.server.access.AccessCopy;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Dialect;
import fairlead.server.database.Transaction;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The guardrails as this process knows them: read again after each change that it makes, and where several processes
/// share a database a few times a second.
public final class CurrentPolicies implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CurrentPolicies.class);
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final PolicyStore store = new PolicyStore();
    private final Database database;
    private final AccessCopy copy;
    private final boolean alone;
    private volatile PolicySnapshot known;
    private volatile long announced;
    private volatile boolean closed;

    public CurrentPolicies(Database database) {
        this(database, AccessCopy.original());
    }

    /// @param copy whether this server has a copy of them only
    public CurrentPolicies(Database database, AccessCopy copy) {
        this.database = database;
        this.copy = copy;
        alone = database.dialect() == Dialect.SQLITE;
        known = database.read(store::snapshot);
        announced = known.version();
    }

    /// What is done in the transaction of a change.
    public interface Change<T> {
        T in(Transaction transaction);
    }

    /// Begins to look for the changes that others make, if there can be any.
    public CurrentPolicies following() {
        if (!alone) {
            Thread.ofVirtual().name("policies").start(this::follow);
        }
        return this;
    }

    private void follow() {
        while (!closed) {
            try {
                refresh();
            } catch (DatabaseException away) {
                // Whatever is asked for meanwhile can't be changed either.
                LOG.debug("the guardrails can't be read", away);
            }
            try {
                Thread.sleep(PAUSE);
            } catch (InterruptedException end) {
                return;
            }
        }
    }

    PolicySnapshot get() {
        return known;
    }

    /// As a transaction sees them. Where this process has the database alone, its own changes are all there are, and no
    /// statement is needed to see that there was none.
    PolicySnapshot in(Transaction transaction) {
        PolicySnapshot present = known;
        long version = alone ? announced : store.heldVersion(transaction);
        return version == present.version() ? present : store.snapshot(transaction);
    }

    /// Changes them. Changes come one after the other; each has to leave rules that can be read. A cell that has a copy
    /// only refuses them.
    <T> T change(Change<T> change) {
        copy.requireOriginal();
        return copied(change);
    }

    /// Makes a change that was made in the original.
    public synchronized <T> T copied(Change<T> change) {
        try {
            return database.write(transaction -> {
                store.count(transaction);
                announced = store.version(transaction);
                T changed = change.in(transaction);
                PolicySnapshot next = store.snapshot(transaction);
                LOG.debug("the guardrails have version {}", next.version());
                return changed;
            });
        } finally {
            refresh();
            announced = known.version();
        }
    }

    /// Reads them, if they have changed.
    void refresh() {
        if (database.read(store::version) != known.version()) {
            keep(database.read(store::snapshot));
        }
    }

    private synchronized void keep(PolicySnapshot read) {
        if (read.version() > known.version()) {
            known = read;
            announced = Math.max(announced, read.version());
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
