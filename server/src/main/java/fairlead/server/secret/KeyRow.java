package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A keyset in the database that is sealed with it, where several nodes share one and no file is named.
public final class KeyRow implements KeySource {

    private static final String FIND = "SELECT keyset FROM seal_key WHERE id = 1";
    private static final String MAKE = "INSERT INTO seal_key (id, keyset) VALUES (1, ?) ON CONFLICT (id) DO NOTHING";
    private static final String REPLACE = "UPDATE seal_key SET keyset = ? WHERE id = 1";

    private final Database database;

    public KeyRow(Database database) {
        this.database = database;
    }

    @Override
    public String name() {
        return "the sealing key in the table seal_key of the database";
    }

    @Override
    public String remedy() {
        return ". Restore the database from the backup, or name a file with --key-file";
    }

    @Override
    public Optional<String> read() {
        return database.read(transaction -> transaction.one(FIND, Row::bytes))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    @Override
    public Optional<String> changedBy() {
        return Optional.empty();
    }

    @Override
    public void make(String keyset) {
        change(MAKE, keyset);
    }

    @Override
    public void replace(String keyset) {
        change(REPLACE, keyset);
    }

    private void change(String sql, String keyset) {
        database.write(transaction -> transaction.update(sql, (Object) keyset.getBytes(StandardCharsets.UTF_8)));
    }
}
