package fairlead.server.access.approval;

import fairlead.server.database.DatabaseException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ends the approvals that have run out, a moment after they have. That they count no more does not depend on it.
public final class ApprovalExpiry implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ApprovalExpiry.class);
    private static final Duration PAUSE = Duration.ofSeconds(5);
    private static final int BETWEEN_PURGES = 720;

    private final CountDownLatch stopped = new CountDownLatch(1);
    private final Approvals approvals;

    public ApprovalExpiry(Approvals approvals) {
        this.approvals = approvals;
    }

    /// Begins, on a thread of its own.
    public ApprovalExpiry begin() {
        Thread.ofVirtual().name("approvals").start(this::work);
        return this;
    }

    private void work() {
        for (int i = 0; pauses(); i++) {
            try {
                boolean more = approvals.expire();
                while (more) {
                    more = approvals.expire();
                }
                if (i % BETWEEN_PURGES == 0) {
                    LOG.debug("{} approvals of long ago are forgotten", approvals.forget());
                }
            } catch (DatabaseException away) {
                LOG.debug("can't look at approvals at the moment", away);
            } catch (RuntimeException bug) {
                LOG.error("can't look at approvals", bug);
            }
        }
    }

    private boolean pauses() {
        try {
            return !stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        stopped.countDown();
    }
}
