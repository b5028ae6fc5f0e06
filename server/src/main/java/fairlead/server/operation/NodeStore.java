package fairlead.server.operation;

import fairlead.server.database.Transaction;
import java.time.Instant;

/// The SQL of the table `node`, which says which processes are alive. One beat renews the lease on all operations
/// of a node.
final class NodeStore {

    private static final String BEAT = """
        INSERT INTO node (id, started_at, alive_until) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until
        """;

    private static final String LEAVE = "DELETE FROM node WHERE id = ?";

    private static final String FORGET_THE_DEAD = "DELETE FROM node WHERE alive_until < ?";

    private static final String FORGET_ALL = "DELETE FROM node";

    void beat(Transaction transaction, String id, Instant startedAt, Instant aliveUntil) {
        transaction.update(BEAT, id, startedAt, aliveUntil);
    }

    void leave(Transaction transaction, String id) {
        transaction.update(LEAVE, id);
    }

    void forgetTheDead(Transaction transaction, Instant before) {
        transaction.update(FORGET_THE_DEAD, before);
    }

    void forgetAll(Transaction transaction) {
        transaction.update(FORGET_ALL);
    }
}
