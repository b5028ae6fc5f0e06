package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.secret.Vault;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/// The SQL of the table `stack_signal`. What signals have for others is sealed: it may be a secret.
public final class SignalStore {

    private static final String INSERT = """
        INSERT INTO stack_signal (stack, node, signal_id, success, reason, data, received_at, told)
        VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (stack, node, signal_id) DO NOTHING\
        """;
    private static final String LIST = """
        SELECT signal_id, success, reason, data, received_at, told FROM stack_signal WHERE stack = ? AND node = ?
        ORDER BY received_at, signal_id\
        """;
    private static final String COUNT = "SELECT count(*) FROM stack_signal WHERE stack = ? AND node = ?";
    private static final String IS_ANY_UNTOLD =
            "SELECT signal_id FROM stack_signal WHERE stack = ? AND node = ? AND told = 0 LIMIT 1";
    private static final String TELL =
            "UPDATE stack_signal SET told = 1 WHERE stack = ? AND node = ? AND signal_id = ?";
    private static final String FORGET = "DELETE FROM stack_signal WHERE stack = ? AND node = ?";
    private static final String FORGET_ALL = "DELETE FROM stack_signal WHERE stack = ?";

    private final Vault vault;

    public SignalStore(Vault vault) {
        this.vault = vault;
    }

    /// To what a signal is told.
    ///
    /// @param generation how often the node was replaced
    public record Address(UUID stack, String node, int generation) {

        private String place() {
            return node + "/" + generation;
        }
    }

    /// Whether it is a new one: of several of the same id the first one counts.
    public boolean put(Transaction transaction, Address address, StackSignal signal) {
        byte[] data = vault.seal(signal.data().getBytes(StandardCharsets.UTF_8), owner(address, signal.id()));
        return transaction.update(
                        INSERT,
                        address.stack().toString(),
                        address.place(),
                        signal.id(),
                        signal.success() ? 1 : 0,
                        signal.reason(),
                        data,
                        signal.at())
                == 1;
    }

    public long count(Transaction transaction, Address address) {
        return transaction
                .one(COUNT, Row::number, address.stack().toString(), address.place())
                .orElse(0L);
    }

    /// Whether the events of the stack do not have one of them yet.
    public boolean isAnyUntold(Transaction transaction, Address address) {
        return transaction
                .one(IS_ANY_UNTOLD, Row::text, address.stack().toString(), address.place())
                .isPresent();
    }

    /// In the order in which they came.
    public List<StackSignal> list(Transaction transaction, Address address) {
        return transaction.query(
                LIST, row -> signal(address, row), address.stack().toString(), address.place());
    }

    private StackSignal signal(Address address, Row row) throws SQLException {
        String id = row.text();
        boolean success = row.number() == 1;
        String reason = row.text();
        String data = new String(vault.open(row.bytes(), owner(address, id)), StandardCharsets.UTF_8);
        return new StackSignal(id, success, reason, data, row.time(), row.number() == 1);
    }

    /// Notes that the events have a signal.
    public void tell(Transaction transaction, Address address, String id) {
        int _ = transaction.update(TELL, address.stack().toString(), address.place(), id);
    }

    public void forget(Transaction transaction, Address address) {
        int _ = transaction.update(FORGET, address.stack().toString(), address.place());
    }

    public void forgetAll(Transaction transaction, UUID stack) {
        int _ = transaction.update(FORGET_ALL, stack.toString());
    }

    private static String owner(Address address, String id) {
        return "stack-signal/" + address.stack() + "/" + address.place() + "/" + id;
    }
}
