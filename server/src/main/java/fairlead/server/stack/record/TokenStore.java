package fairlead.server.stack.record;

import fairlead.server.database.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// The SQL of the table `stack_token`: which operation was asked for under which token.
public final class TokenStore {

    private static final Duration KEPT = Duration.ofDays(2);
    private static final String INSERT =
            "INSERT INTO stack_token (stack, token, digest, operation, asked_at) VALUES (?, ?, ?, ?, ?)";
    private static final String FIND = "SELECT digest, operation FROM stack_token WHERE stack = ? AND token = ?";
    private static final String FORGET = "DELETE FROM stack_token WHERE stack = ? AND asked_at < ?";

    /// What was asked for under a token.
    public record Asked(String digest, String operation) {}

    public void put(Transaction transaction, UUID stack, String token, Asked asked, Instant now) {
        int _ = transaction.update(FORGET, stack.toString(), now.minus(KEPT));
        int _ = transaction.update(INSERT, stack.toString(), token, asked.digest(), asked.operation(), now);
    }

    public Optional<Asked> find(Transaction transaction, UUID stack, String token) {
        return transaction.one(FIND, row -> new Asked(row.text(), row.text()), stack.toString(), token);
    }
}
