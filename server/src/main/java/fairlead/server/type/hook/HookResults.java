package fairlead.server.type.hook;

import fairlead.schema.TypeName;
import fairlead.server.database.Database;
import fairlead.server.database.Row;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;

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

    private static final String COLUMNS = """
        SELECT id, request, type_name, version, failure_mode, action, target_type, subscription, target, status, reason,
          invoked_at
        FROM hook_result
        """;

    private static final String OF_REQUEST = COLUMNS + "WHERE request = ? ORDER BY invoked_at, id";

    private static final String FIND = COLUMNS + "WHERE id = ?";

    /// The newest first.
    private static final String BEFORE = COLUMNS + """
        WHERE invoked_at < ? OR (invoked_at = ? AND id < ?) ORDER BY invoked_at DESC, id DESC LIMIT ?
        """;

    private static final Pattern MARK = Pattern.compile("\\d{1,18} [0-9a-f-]{0,36}");
    private static final String FIRST = "999999999999999999 ";
    private static final int AT_ONCE = 200;
    private static final int MOST_MET = 5_000;

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

    /// The one with that id.
    public Optional<HookResult> find(UUID id) {
        return database.read(transaction -> transaction.one(FIND, HookResults::result, id.toString()));
    }

    /// @param next the mark to continue behind; empty on the last page
    public record Page(List<HookResult> results, Optional<String> next) {

        public Page {
            results = List.copyOf(results);
        }
    }

    /// Whether a text can be the mark of a page.
    public static boolean isMark(String text) {
        return MARK.matcher(text).matches();
    }

    /// What was said, the newest first. A page ends after some thousands that were looked at, even if it is not full.
    ///
    /// @param hook of one hook alone
    /// @param after the mark of the page before
    /// @param wanted which of them
    public Page page(Optional<String> hook, Optional<String> after, Predicate<HookResult> wanted, int limit) {
        List<HookResult> found = new ArrayList<>();
        String mark = after.orElse(FIRST);
        for (int met = 0; met < MOST_MET; met += AT_ONCE) {
            long time = Long.parseLong(mark.substring(0, mark.indexOf(' ')));
            String id = mark.substring(mark.indexOf(' ') + 1);
            List<HookResult> chunk = database.read(
                    transaction -> transaction.query(BEFORE, HookResults::result, time, time, id, AT_ONCE));
            for (HookResult result : chunk) {
                if (found.size() == limit) {
                    return new Page(found, Optional.of(mark));
                }
                mark = result.invokedAt().toEpochMilli() + " " + result.id();
                boolean ofHook = hook.filter(
                                name -> !name.equals(result.asked().hook().toString()))
                        .isEmpty();
                if (ofHook && wanted.test(result)) {
                    found.add(result);
                }
            }
            if (chunk.size() < AT_ONCE) {
                return new Page(found, Optional.empty());
            }
        }
        return new Page(found, Optional.of(mark));
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
