package fairlead.bench;

import fairlead.server.database.Database;
import fairlead.server.database.Migrations;
import fairlead.server.database.SqliteDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A database with very many resources, written straight into its tables: a million PUTs would take longer than
/// the rest.
final class ManyResources {

    private static final String INSERT = """
        WITH RECURSIVE n (i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        INSERT INTO resource (uid, arm_key, arm_id, subscription, group_key, type_name, type_version, location,
          identifier, state, version, tags, desired, properties, secrets, created_by, created_by_type, created_at, changed_by,
          changed_by_type, changed_at)
        SELECT printf('00000000-0000-4000-8000-%012d', i),
          printf('/subscriptions/%s/resourcegroups/default/providers/fairlead.lab/things/t%07d', ?, i),
          printf('/subscriptions/%s/resourceGroups/default/providers/Fairlead.Lab/things/t%07d', ?, i),
          ?, 'default', 'Fairlead::Lab::Thing', 1, 'local', printf('thing-%07d', i), 'SUCCEEDED', 2, ?, ?, ?, ?, 'developer', 'User', 0,
          'developer', 'User', 0
        FROM n
        """;

    private static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000000";
    private static final Pattern NEXT = Pattern.compile("skipToken=([^\"&]+)");

    private ManyResources() {}

    static void make(Path data, int many) {
        byte[] properties = Requests.PROPERTIES.getBytes(StandardCharsets.UTF_8);
        byte[] none = "{}".getBytes(StandardCharsets.UTF_8);
        try (Database database = SqliteDatabase.open(data.resolve("fairlead.db"))) {
            Migrations.apply(database, Clock.systemUTC());
            for (int first = 1; first <= many; first += 10_000) {
                int from = first;
                database.write(transaction -> transaction.update(
                        INSERT,
                        from,
                        from + 9_999,
                        SUBSCRIPTION,
                        SUBSCRIPTION,
                        SUBSCRIPTION,
                        none,
                        new byte[0],
                        properties,
                        new byte[0]));
            }
        }
    }

    /// The tokens of pages all over the collection, taken by walking through it with large pages.
    static List<String> skipTokens(int port) throws IOException {
        List<String> tokens = new ArrayList<>();
        try (Connection connection = new Connection(port)) {
            String token = "";
            do {
                connection.exchange(Requests.list(1000, token));
                Matcher next = NEXT.matcher(connection.body());
                token = next.find() ? next.group(1) : "";
                if (!token.isEmpty()) {
                    tokens.add(token);
                }
            } while (!token.isEmpty());
        }
        return tokens;
    }
}
