package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.Transaction;
import java.util.List;

/// What was sealed in a database before fingerprints of keys were kept in it: an example from each table is enough to
/// know whether a key is the one with which it was sealed.
///
/// Only asked while the database has no fingerprint, once. So the statements are about the tables as they were when
/// the table of fingerprints was added. What an operation that is under way then has sealed for itself is not looked
/// at.
final class EarlierSecrets {

    private static final String SECRETS = """
        SELECT secrets, uid, 'the write-only values of ' || arm_id FROM resource WHERE substr(secrets, 1, 1) = ? LIMIT 1
        """;

    private static final String DOCUMENTS = """
        SELECT desired, uid || ' desired', 'what was asked for of ' || arm_id FROM resource
        WHERE substr(desired, 1, 1) = ? LIMIT 1
        """;

    private static final String CONFIGURATIONS = """
        SELECT sealed, 'configuration of ' || type_name, 'the configuration of ' || type_name FROM type_configuration
        WHERE substr(sealed, 1, 1) = ? LIMIT 1
        """;

    private static final String WEBHOOKS = """
        SELECT secrets, 'webhook/' || name, 'the secret of the webhook ' || name FROM webhook
        WHERE substr(secrets, 1, 1) = ? LIMIT 1
        """;

    private static final String LEFT_BEHIND = """
        SELECT desired, thing, 'what was left behind by ' || arm_id FROM left_behind
        WHERE substr(desired, 1, 1) = ? LIMIT 1
        """;

    private static final List<String> EXAMPLES = List.of(SECRETS, DOCUMENTS, CONFIGURATIONS, WEBHOOKS, LEFT_BEHIND);

    private EarlierSecrets() {}

    /// Something that is sealed.
    ///
    /// @param owner what it was sealed for
    /// @param name what to call it in a message
    private record Example(byte[] sealed, String owner, String name) {}

    /// What each example is, in words; empty if nothing is sealed.
    static List<String> names(Database database) {
        return examples(database).stream().map(Example::name).toList();
    }

    /// What can't be opened, in words.
    static List<String> notOpenedBy(Vault vault, Database database) {
        return examples(database).stream()
                .filter(example -> !opens(vault, example))
                .map(Example::name)
                .toList();
    }

    private static boolean opens(Vault vault, Example example) {
        try {
            vault.open(example.sealed(), example.owner());
            return true;
        } catch (IllegalStateException wrongKey) {
            return false;
        }
    }

    private static List<Example> examples(Database database) {
        return database.read(transaction -> EXAMPLES.stream()
                .flatMap(sql -> example(transaction, sql).stream())
                .toList());
    }

    private static List<Example> example(Transaction transaction, String sql) {
        return transaction.query(
                sql, row -> new Example(row.bytes(), row.text(), row.text()), (Object) Vault.sealedBegin());
    }
}
