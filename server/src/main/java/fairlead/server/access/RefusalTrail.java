package fairlead.server.access;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The refusals of requests, in the audit trail: who was refused what. They are written a moment after the answer, the
/// same
/// ones of ten seconds as one record with their number, so that a caller that is refused often costs little.
public final class RefusalTrail implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalTrail.class);
    private static final Duration GATHERED = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int MOST_WAITING = 8_192;

    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;
    private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
    private long overflow;
    private volatile boolean closed;

    public RefusalTrail(Database database, AuditTrail audit, Clock clock) {
        this.database = database;
        this.audit = audit;
        this.clock = clock;
    }

    /// What was refused.
    ///
    /// @param code as the caller was told it
    /// @param method of the request, and its path
    public record Refusal(
            Caller caller, String subscription, String code, String message, String method, String path) {}

    private record Key(String principal, String address, String code, String message) {}

    private record Waiting(Refusal first, Instant since, long times) {

        /// Both as one, since the earlier of them.
        Waiting with(Waiting earlier) {
            return new Waiting(earlier.first, earlier.since, times + earlier.times);
        }

        Waiting again() {
            return new Waiting(first, since, times + 1);
        }
    }

    /// Begins to write.
    public RefusalTrail begin() {
        Thread.ofVirtual().name("refusals").start(this::run);
        return this;
    }

    private void run() {
        while (!closed) {
            try {
                Thread.sleep(LOOK);
                write(clock.instant().minus(GATHERED));
            } catch (InterruptedException end) {
                return;
            } catch (DatabaseException away) {
                LOG.debug("refusals can't be written at the moment", away);
            }
        }
    }

    /// Notes a refusal, to be written soon. What does not fit any more is counted, and the number is written.
    public synchronized void note(Refusal refusal) {
        Key key = key(refusal);
        Waiting present = waiting.get(key);
        if (present != null) {
            waiting.put(key, present.again());
        } else if (waiting.size() < MOST_WAITING) {
            waiting.put(key, new Waiting(refusal, clock.instant(), 1));
        } else {
            overflow++;
        }
    }

    /// Writes those that have waited since before then.
    void write(Instant before) {
        List<Waiting> due = new ArrayList<>();
        long lost;
        synchronized (this) {
            waiting.values().removeIf(one -> !one.since.isAfter(before) && due.add(one));
            if (due.isEmpty()) {
                return;
            }
            lost = overflow;
            overflow = 0;
        }
        try {
            database.write(transaction -> {
                for (Waiting one : due) {
                    audit.append(
                            transaction,
                            one.since,
                            without(one.first.caller()),
                            deed(one, one.equals(due.getFirst()) ? lost : 0));
                }
                return due.size();
            });
        } catch (DatabaseException away) {
            synchronized (this) {
                due.stream()
                        .limit(MOST_WAITING - waiting.size())
                        .forEach(one -> waiting.merge(key(one.first), one, Waiting::with));
                overflow += lost;
            }
            throw away;
        }
    }

    private static Key key(Refusal refusal) {
        Caller caller = refusal.caller();
        return new Key(
                caller.principal().id() + caller.principal().name(),
                caller.address(),
                refusal.code(),
                refusal.message());
    }

    /// What was decided before the refusal is no part of it.
    private static Caller without(Caller caller) {
        return new Caller(caller.principal(), caller.subject(), caller.origin(), caller.address(), List.of());
    }

    private static AuditTrail.Deed deed(Waiting one, long lost) {
        Refusal refusal = one.first;
        ObjectNode parameters = JsonNodeFactory.instance.objectNode();
        parameters.put("errorCode", refusal.code()).put("errorMessage", refusal.message());
        parameters.put("method", refusal.method()).put("times", one.times);
        if (lost > 0) {
            parameters.put("notRecorded", lost);
        }
        byte[] bytes = JsonMapper.shared().writeValueAsString(parameters).getBytes(StandardCharsets.UTF_8);
        return AuditTrail.Deed.managing("Refused", refusal.subscription(), "", refusal.path(), "", bytes);
    }

    /// Writes what waits.
    @Override
    public void close() {
        closed = true;
        try {
            write(Instant.MAX);
        } catch (DatabaseException away) {
            LOG.warn("the last refusals could not be written", away);
        }
    }
}
