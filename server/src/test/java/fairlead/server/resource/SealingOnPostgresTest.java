package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.PostgresDatabase;
import fairlead.server.database.Row;
import fairlead.testbed.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class SealingOnPostgresTest extends SealingContract {

    private static final String TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";

    private static final Pattern BYTES = Pattern.compile("x((?:[0-9a-f]{2}){4,})");

    @Override
    Database open() {
        return PostgresDatabase.open(
                PostgresServer.shared().url(PostgresServer.shared().createDatabase()), new Random(1));
    }

    /// All rows of all tables.
    @Override
    String onDisk(Database opened) {
        StringBuilder all = new StringBuilder();
        List<String> tables = opened.read(transaction -> transaction.query(TABLES, Row::text));
        for (String table : tables) {
            opened.read(transaction -> transaction.query("SELECT t::text FROM " + table + " t", Row::text))
                    .forEach(row -> all.append(readable(row)).append('\n'));
        }
        return all.toString();
    }

    /// PostgreSQL writes bytes in hexadecimal digits.
    private static String readable(String row) {
        return BYTES.matcher(row)
                .replaceAll(bytes -> Matcher.quoteReplacement(
                        new String(HexFormat.of().parseHex(bytes.group(1)), StandardCharsets.ISO_8859_1)));
    }
}
