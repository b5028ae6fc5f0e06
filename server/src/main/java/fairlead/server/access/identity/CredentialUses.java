package fairlead.server.access.identity;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// When credentials were last used, to the hour. It is written a moment after the request, once an hour for each.
public final class CredentialUses implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CredentialUses.class);
    private static final Duration LOOK = Duration.ofSeconds(2);
    private static final String PUT = """
        INSERT INTO credential_use (id, used_at) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at
        """;

    private final Database database;
    private final Clock clock;
    private final Map<String, Instant> noted = new ConcurrentHashMap<>();
    private final Map<String, Instant> waiting = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public CredentialUses(Database database, Clock clock) {
        this.database = database;
        this.clock = clock;
    }

    /// Begins to write.
    public CredentialUses begin() {
        Thread.ofVirtual().name("credential uses").start(this::run);
        return this;
    }

    /// Notes a use.
    ///
    /// @param id of the credential
    public void note(String id) {
        Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS);
        if (!hour.equals(noted.get(id))) {
            noted.put(id, hour);
            waiting.put(id, hour);
        }
    }

    private void run() {
        while (!closed) {
            try {
                Thread.sleep(LOOK);
                write();
            } catch (InterruptedException end) {
                return;
            } catch (DatabaseException away) {
                LOG.debug("uses of credentials can't be written at the moment", away);
            }
        }
    }

    /// Writes what is noted.
    void write() {
        if (waiting.isEmpty()) {
            return;
        }
        Map<String, Instant> now = new HashMap<>(waiting);
        database.write(transaction -> {
            now.forEach((id, hour) -> transaction.update(PUT, id, hour));
            return now.size();
        });
        now.forEach(waiting::remove);
    }

    @Override
    public void close() {
        closed = true;
        try {
            write();
        } catch (DatabaseException away) {
            LOG.debug("the last uses of credentials are not written", away);
        }
    }
}
