package fairlead.server.plan;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.secret.Vault;
import java.util.Optional;

/// The key of [SecretDigests], which all nodes of a database share: made once, and stored sealed.
public final class PlanKey {

    private static final String OWNER = "plan-key";
    private static final String FIND = "SELECT sealed FROM plan_key WHERE id = 1";
    private static final String MAKE = "INSERT INTO plan_key (id, sealed) VALUES (1, ?) ON CONFLICT (id) DO NOTHING";

    private PlanKey() {}

    /// The key of a database; made of these random bytes if it has none.
    public static byte[] of(Database database, Vault vault, byte[] random) {
        byte[] sealed = database.read(PlanKey::find)
                .orElseGet(() -> database.write(transaction -> {
                    transaction.update(MAKE, vault.seal(random, OWNER));
                    return find(transaction).orElseThrow();
                }));
        return vault.open(sealed, OWNER);
    }

    private static Optional<byte[]> find(Transaction transaction) {
        return transaction.one(FIND, Row::bytes);
    }
}
