package fairlead.server.resource.policy;

import fairlead.server.access.policy.Guardrails;
import fairlead.server.access.policy.Sweeps;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.Transaction;
import fairlead.server.resource.record.Resource;
import fairlead.server.resource.record.ResourceStore;
import fairlead.server.type.Types;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks at all resources once more after rules have changed, some at a time, and writes down how each stands to them.
/// It takes a tenth of a processor at most.
public final class ComplianceSweep implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ComplianceSweep.class);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final int AT_ONCE = 100;
    private static final int SHARE = 9;

    /// Behind every key of a resource.
    private static final String END = "0";

    private static final String HOLD = "SELECT g.version FROM resource g WHERE g.uid = ? {share}";

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Database database;
    private final ResourceStore store;
    private final ChangeGuard guard;
    private final Guardrails guardrails;
    private final Sweeps sweeps;

    public ComplianceSweep(Database database, Types types, ChangeGuard guard, Guardrails guardrails, Sweeps sweeps) {
        this.database = database;
        this.guard = guard;
        this.guardrails = guardrails;
        this.sweeps = sweeps;
        store = new ResourceStore(types.sealing());
    }

    /// Begins to look on a thread of its own.
    public ComplianceSweep begin() {
        Thread.ofVirtual().name("compliance").start(this::work);
        return this;
    }

    private void work() {
        Duration pause = IDLE;
        while (pauses(pause)) {
            long begin = System.nanoTime();
            boolean more = false;
            try {
                more = goOn();
            } catch (DatabaseException away) {
                LOG.debug("can't look at resources at the moment", away);
            } catch (RuntimeException bug) {
                LOG.error("can't look at resources", bug);
            }
            pause = more ? Duration.ofNanos(SHARE * (System.nanoTime() - begin)) : IDLE;
        }
    }

    private boolean pauses(Duration pause) {
        try {
            return !stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Looks at some resources; false if there was nothing to do.
    public boolean goOn() {
        Optional<Sweeps.Place> place = sweeps.next();
        place.ifPresent(at -> database.write(transaction -> look(transaction, at)));
        return place.isPresent();
    }

    private int look(Transaction transaction, Sweeps.Place place) {
        List<Resource> page = store.listBetween(transaction, place.after(), "/subscriptions" + END, AT_ONCE);
        for (Resource resource : page) {
            if (resource.tracked() && isStill(transaction, resource)) {
                guardrails.review(transaction, resource.uid(), guard.facts(resource));
            }
        }
        if (page.size() == AT_ONCE) {
            sweeps.goOn(transaction, place, page.getLast().id().key());
        } else {
            sweeps.end(transaction, place);
        }
        return page.size();
    }

    /// What has changed since it was read has written down itself how it stands.
    private static boolean isStill(Transaction transaction, Resource resource) {
        return transaction
                .one(HOLD, row -> row.number(), resource.uid().toString())
                .filter(version -> version == resource.version())
                .isPresent();
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
