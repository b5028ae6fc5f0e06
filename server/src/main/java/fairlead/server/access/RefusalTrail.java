package fairlead.server.access;

import fairlead.server.access.AuditTrail.Deed;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.health.failstop.FailStop;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What no transaction writes down, in the audit trail: the refusals of requests, the first use of a token or
/// key, the reads of the trail itself. It is written a moment after the answer, the same things of ten
/// seconds as one record with their number, so that a caller that is refused often costs little.
public final class RefusalTrail implements AccessRecords, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalTrail.class);
    private static final Duration GATHERED = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final int MOST_WAITING = 8_192;
    private static final int MOST_RECOGNISED = 10_000;

    private final Database database;
    private final AuditTrail audit;
    private final Clock clock;
    private final Map<Key, Waiting> waiting = new LinkedHashMap<>();
    private final Set<Recognised> recognised = ConcurrentHashMap.newKeySet();
    private long overflow;
    private volatile boolean closed;

    public RefusalTrail(Database database, AuditTrail audit, Clock clock) {
        this.database = database;
        this.audit = audit.ungated();
        this.clock = clock;
    }

    /// What was refused.
    ///
    /// @param code as the caller was told it
    /// @param method of the request, and its path
    public record Refusal(Caller caller, String subscription, String code, String message, String method, String path) {

        Deed deed() {
            ObjectNode parameters = JsonNodeFactory.instance.objectNode().put("method", method);
            return Deed.managing("Refused", subscription, "", path, "", bytes(parameters))
                    .with(Deed.Details.refused(code, message));
        }
    }

    private record Key(String principal, String address, String deed, String code, String what) {}

    /// A token or a key, at a door.
    private record Recognised(UUID principal, long issuedAt, String key, String door) {}

    /// @param requests the ids of those that were refused, as many as are told
    private record Waiting(Caller caller, Deed deed, Instant since, long times, List<String> requests) {

        private static final int MOST_TOLD = 50;

        Key key() {
            boolean refused = !deed.details().errorCode().isEmpty();
            return new Key(
                    caller.principal().id() + caller.principal().name(),
                    caller.address(),
                    deed.name(),
                    deed.details().errorCode(),
                    refused ? deed.details().errorMessage() : deed.target().resourceId() + door());
        }

        private String door() {
            return " " + caller.context().door();
        }

        /// Both as one, since the earlier of them.
        Waiting with(Waiting earlier) {
            List<String> all = new ArrayList<>(earlier.requests);
            all.addAll(requests);
            return new Waiting(
                    earlier.caller,
                    earlier.deed,
                    earlier.since,
                    times + earlier.times,
                    all.subList(0, Math.min(all.size(), MOST_TOLD)));
        }

        Waiting again(Caller next) {
            return new Waiting(next, deed, Instant.MAX, 1, List.of(next.requestId())).with(this);
        }
    }

    /// Begins to write.
    public RefusalTrail begin() {
        Thread.ofVirtual().name("refusals").start(FailStop.essential(this::run));
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
            } catch (RuntimeException bug) {
                LOG.error("refusals can't be written", bug);
            }
        }
    }

    /// Notes a refusal, to be written soon. What does not fit any more is counted, and the number is written.
    @Override
    public void refused(Refusal refusal) {
        note(refusal.caller(), refusal.deed());
    }

    @Override
    public void recognised(Caller caller) {
        Recognised one = new Recognised(
                caller.principal().id(),
                caller.subject().issuedAt(),
                caller.context().key().map(RequestContext.UsedKey::id).orElse(""),
                caller.context().door());
        if (recognised.contains(one)) {
            return;
        }
        if (recognised.size() >= MOST_RECOGNISED) {
            recognised.clear();
        }
        if (recognised.add(one)) {
            String address = "/fairlead/principals/" + caller.principal().id();
            note(caller, Deed.managing("SignIn", "", "", address, "Fairlead.Control/principals", nothing()));
        }
    }

    @Override
    public void done(Caller caller, Deed deed) {
        note(caller, deed);
    }

    private synchronized void note(Caller caller, Deed deed) {
        Waiting fresh = new Waiting(caller.undecided(), deed, clock.instant(), 1, List.of(caller.requestId()));
        Key key = fresh.key();
        Waiting present = waiting.get(key);
        if (present != null) {
            waiting.put(key, present.again(caller));
        } else if (waiting.size() < MOST_WAITING) {
            waiting.put(key, fresh);
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
        List<AuditTrail.Prepared> records = prepared(due, lost);
        try {
            database.write(transaction -> {
                records.forEach(record -> audit.append(transaction, record));
                return records.size();
            });
        } catch (DatabaseException away) {
            synchronized (this) {
                due.stream()
                        .limit(MOST_WAITING - waiting.size())
                        .forEach(one -> waiting.merge(one.key(), one, Waiting::with));
                overflow += lost;
            }
            throw away;
        }
    }

    /// What can't be made a record of is left out, and the others are not.
    private List<AuditTrail.Prepared> prepared(List<Waiting> due, long lost) {
        List<AuditTrail.Prepared> records = new ArrayList<>(due.size());
        for (Waiting one : due) {
            try {
                Deed deed = told(one, records.isEmpty() ? lost : 0);
                records.add(audit.prepare(one.since, one.caller, deed));
            } catch (RuntimeException malformed) {
                LOG.error("what {} has done can't be recorded: {}", one.caller.principal(), one.deed.name(), malformed);
            }
        }
        return records;
    }

    /// With how often it has happened.
    private static Deed told(Waiting one, long lost) {
        ObjectNode parameters = (ObjectNode) JsonMapper.shared().readTree(one.deed.parameters());
        parameters.put("times", one.times);
        if (one.requests.size() > 1) {
            one.requests.forEach(parameters.putArray("requestIDs")::add);
        }
        if (lost > 0) {
            parameters.put("notRecorded", lost);
        }
        return new Deed(one.deed.name(), one.deed.target(), bytes(parameters), one.deed.plane(), one.deed.details());
    }

    private static byte[] bytes(ObjectNode parameters) {
        return JsonMapper.shared().writeValueAsString(parameters).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] nothing() {
        return "{}".getBytes(StandardCharsets.UTF_8);
    }

    /// Writes what waits, now.
    public void flush() {
        write(Instant.MAX);
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
