package fairlead.server.stack.custom;

import fairlead.server.operation.OperationId;
import fairlead.server.stack.record.CustomStore.Answer;
import fairlead.server.stack.record.CustomStore.Asked;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/// Receives the answers of those who make custom resources.
public final class CustomAnswers {

    private final CustomParts parts;

    public CustomAnswers(CustomParts parts) {
        this.parts = parts;
    }

    /// What was asked for at an address; empty if the secret is not that of it.
    public Optional<Asked> asked(OperationId request, String secret) {
        return parts.database()
                .read(transaction -> parts.tables().customs().find(transaction, request))
                .filter(asked -> MessageDigest.isEqual(
                        asked.secret().getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8)));
    }

    /// Stores an answer, and has the operation that waits for it look at it. The first one counts.
    public void answer(Asked asked, Answer answer) {
        boolean first = parts.database().write(transaction -> {
            parts.tables().stacks().lock(transaction, asked.stack());
            boolean stored = parts.tables().customs().answer(transaction, asked.operation(), answer);
            parts.operations().hasten(transaction, asked.operation());
            return stored;
        });
        if (first) {
            parts.operations().wake(asked.operation());
        }
    }
}
