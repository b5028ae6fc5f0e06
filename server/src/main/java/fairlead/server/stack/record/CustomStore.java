package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the table `stack_custom`. Answers are sealed: their data may be secrets.
public final class CustomStore {

    private static final String COLUMNS = "operation, stack, node, request, secret, status, physical, answer";
    private static final String INSERT =
            "INSERT INTO stack_custom (" + COLUMNS + ", asked_at) VALUES (?, ?, ?, ?, ?, '', '', ?, ?)";
    private static final String FIND = "SELECT " + COLUMNS + " FROM stack_custom WHERE operation = ?";
    private static final String ANSWER =
            "UPDATE stack_custom SET status = ?, physical = ?, answer = ? WHERE operation = ? AND status = ''";
    private static final String NEWEST = "SELECT " + COLUMNS + """
         FROM stack_custom WHERE stack = ? AND node = ? AND physical = ? AND status = 'SUCCESS' AND request <> 'Delete'
        ORDER BY asked_at DESC LIMIT 1\
        """;
    private static final String FAILED_CREATE = "SELECT " + COLUMNS + """
         FROM stack_custom WHERE stack = ? AND node = ? AND status = 'FAILED' AND request = 'Create'
        ORDER BY asked_at DESC LIMIT 1\
        """;
    private static final String FORGET = "DELETE FROM stack_custom WHERE stack = ?";

    private final Vault vault;

    public CustomStore(Vault vault) {
        this.vault = vault;
    }

    /// A request, and what was answered.
    ///
    /// @param request `Create`, `Update` or `Delete`
    /// @param secret of the address to which the answer is sent
    /// @param answer empty if there is none yet
    public record Asked(
            OperationId operation, UUID stack, String node, String request, String secret, Optional<Answer> answer) {}

    /// An answer.
    ///
    /// @param success whether it is done
    /// @param physical by which the resource goes; empty if it does not say it
    /// @param document all of it
    public record Answer(boolean success, String physical, ObjectNode document) {}

    public void insert(Transaction transaction, Asked asked, Instant now) {
        int _ = transaction.update(
                INSERT,
                asked.operation().toString(),
                asked.stack().toString(),
                asked.node(),
                asked.request(),
                asked.secret(),
                new byte[0],
                now);
    }

    public Optional<Asked> find(Transaction transaction, OperationId operation) {
        return transaction.one(FIND, this::asked, operation.toString());
    }

    /// Whether it is the first answer; a second one does not count.
    public boolean answer(Transaction transaction, OperationId operation, Answer answer) {
        byte[] sealed = vault.seal(Documents.bytes(answer.document()), owner(operation.toString()));
        return transaction.update(
                        ANSWER,
                        answer.success() ? "SUCCESS" : "FAILED",
                        answer.physical(),
                        sealed,
                        operation.toString())
                == 1;
    }

    /// What was answered last about a resource.
    public Optional<Answer> newest(Transaction transaction, UUID stack, String node, String physical) {
        return transaction
                .one(NEWEST, this::asked, stack.toString(), node, physical)
                .flatMap(Asked::answer);
    }

    /// What was answered by a create of a node that has failed last.
    public Optional<Answer> failedCreate(Transaction transaction, UUID stack, String node) {
        return transaction
                .one(FAILED_CREATE, this::asked, stack.toString(), node)
                .flatMap(Asked::answer);
    }

    public void forgetAll(Transaction transaction, UUID stack) {
        int _ = transaction.update(FORGET, stack.toString());
    }

    private Asked asked(Row row) throws SQLException {
        OperationId operation = OperationId.parse(row.text()).orElseThrow();
        UUID stack = UUID.fromString(row.text());
        String node = row.text();
        String request = row.text();
        String secret = row.text();
        String status = row.text();
        String physical = row.text();
        byte[] sealed = row.bytes();
        Optional<Answer> answer = status.isEmpty()
                ? Optional.empty()
                : Optional.of(new Answer(
                        status.equals("SUCCESS"),
                        physical,
                        Documents.object(vault.open(sealed, owner(operation.toString())))));
        return new Asked(operation, stack, node, request, secret, answer);
    }

    private static String owner(String operation) {
        return "stack-custom/" + operation;
    }
}
