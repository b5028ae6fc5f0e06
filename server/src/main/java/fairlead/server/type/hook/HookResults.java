package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/// The SQL of what hooks have said of changes. It is kept for 90 days.
public final class HookResults {

    private static final Duration KEPT = Duration.ofDays(90);
    private static final int LONGEST = 1024;

    private static final String INSERT = """
        INSERT INTO hook_result (id, request, type_name, version, failure_mode, action, target_type, subscription, target,
          status, reason, invoked_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """;

    private static final String FORGET = "DELETE FROM hook_result WHERE invoked_at < ?";

    private static final String OF_REQUEST = """
        SELECT id, request, type_name, version, failure_mode, action, target_type, subscription, target, status, reason,
          invoked_at
        FROM hook_result WHERE request = ? ORDER BY invoked_at, id
        """;

    private static final String ANY = "SELECT id FROM hook_result LIMIT 1";

    private final Database database;
    private final Clock clock;
    private final BooleanSupplier hooks;
    private volatile boolean any;

    /// @param hooks whether there are any: where there never were, nothing is looked up
    public HookResults(Database database, Clock clock, BooleanSupplier hooks) {
        this.database = database;
        this.clock = clock;
        this.hooks = hooks;
        any = database.read(transaction -> transaction.one(ANY, Row::text)).isPresent();
    }

    /// Keeps the results of one change.
    public void add(List<HookResult> results) {
        any = true;
        int _ = database.write(transaction -> {
            transaction.update(FORGET, clock.instant().minus(KEPT));
            for (HookResult result : results) {
                transaction.update(
                        INSERT,
                        result.id().toString(),
                        result.request(),
                        result.asked().hook().toString(),
                        result.asked().version(),
                        result.asked().failureMode(),
                        result.target().action().name(),
                        result.target().type().toString(),
                        result.target().subscription(),
                        result.target().resource(),
                        result.verdict().status().name(),
                        shortened(result.verdict().message()),
                        result.invokedAt());
            }
            return results.size();
        });
    }

    /// Never in the middle of a surrogate pair, and without the character that no database takes.
    private static String shortened(String text) {
        String storable = text.replace("\0", "");
        if (storable.length() <= LONGEST) {
            return storable;
        }
        int end = LONGEST - 1;
        return storable.substring(0, Character.isHighSurrogate(storable.charAt(end - 1)) ? end - 1 : end) + "…";
    }

    /// What was said of the changes of a request, in the order in which it was said.
    public List<HookResult> of(String request) {
        return any || hooks.getAsBoolean()
                ? database.read(transaction -> transaction.query(OF_REQUEST, HookResults::result, request))
                : List.of();
    }

    private static HookResult result(Row row) throws SQLException {
        return new HookResult(
                UUID.fromString(row.text()),
                row.text(),
                new HookResult.Asked(TypeName.parse(row.text()), (int) row.number(), row.text()),
                new HookResult.Target(
                        HookPoint.valueOf(row.text()), TypeName.parse(row.text()), row.text(), row.text()),
                new HookVerdict(HookVerdict.Status.valueOf(row.text()), row.text()),
                row.time());
    }
}
