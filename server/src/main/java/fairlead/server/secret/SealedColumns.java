package fairlead.server.secret;

import fairlead.server.database.Database;
import fairlead.server.database.RecordTable;
import fairlead.server.database.Transaction;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Where the database has something that is sealed, and for whom: all that has to be sealed anew before a key can go.
///
/// What an operation under way has sealed for itself (its input and its progress) is not among it: it is forgotten when
/// the operation ends, and a rotation waits for that.
///
/// The statements are put together here from the names of tables and columns, since there are many columns and three
/// questions to each of them.
final class SealedColumns {

    private static final Logger LOG = LoggerFactory.getLogger(SealedColumns.class);

    /// What each has.
    ///
    /// @param keys the primary key of the table
    /// @param owner what is sealed is bound to it, made of the primary key
    /// @param set what else changes when the column does
    /// @param coded whether it is a text in Base64 that may as well be JSON in clear
    record Column(
            String table,
            List<String> keys,
            String name,
            Function<List<String>, String> owner,
            String set,
            boolean coded) {

        Column {
            keys = List.copyOf(keys);
        }

        static Column of(String table, String key, String name, Function<String, String> owner) {
            return new Column(table, List.of(key), name, values -> owner.apply(values.getFirst()), "", false);
        }

        static Column of(String table, List<String> keys, String name, Function<List<String>, String> owner) {
            return new Column(table, keys, name, owner, "", false);
        }

        Column forgettingItsChecksum() {
            return new Column(table, keys, name, owner, ", checksum = NULL", coded);
        }

        Column inBase64() {
            return new Column(table, keys, name, owner, set, true);
        }

        private boolean isSealed(byte[] value, byte[] primary) {
            return Vault.isSealed(value) && Arrays.mismatch(value, primary) != primary.length;
        }

        /// A number is compared as a text, which is an order as good as another.
        private List<String> texts() {
            return keys.stream()
                    .map(key -> NUMBERS.contains(key) ? "CAST(" + key + " AS TEXT)" : key)
                    .toList();
        }

        private String condition() {
            return "substr(" + name + ", 1, 1) " + (coded ? "<> ?" : "= ?");
        }

        private Object mark() {
            return coded ? "{" : Vault.sealedBegin();
        }

        String select() {
            String all = String.join(", ", texts());
            String marks = String.join(", ", Collections.nCopies(keys.size(), "?"));
            String other = coded ? "" : " AND substr(" + name + ", 1, " + SealedBegin.LENGTH + ") <> ?";
            String behind = keys.size() == 1 ? all + " > ?" : "(" + all + ") > (" + marks + ")";
            return "SELECT " + all + ", " + name + " FROM " + table + " WHERE " + condition() + other + " AND " + behind
                    + " ORDER BY " + all + " LIMIT ?";
        }

        String update() {
            return "UPDATE " + table + " SET " + name + " = ?" + set + " WHERE " + String.join(" = ? AND ", texts())
                    + " = ? AND " + name + " = ?";
        }

        /// Eight characters of Base64 have what says which key it is, and one byte that does not.
        String count() {
            return "SELECT substr(" + name + ", 1, " + (coded ? 8 : SealedBegin.LENGTH) + "), count(*) FROM " + table
                    + " WHERE " + condition() + " GROUP BY 1";
        }
    }

    private static final Set<String> NUMBERS = Set.of("generation", "position");

    private static final List<String> NODE = List.of("stack", "node");

    private static final List<String> THING = List.of("type_name", "scope", "id");

    static final List<Column> ALL = List.of(
            Column.of("resource", "uid", "secrets", uid -> uid),
            Column.of("resource", "uid", "desired", uid -> uid + " desired").forgettingItsChecksum(),
            Column.of("resource", "uid", "properties", uid -> uid + " properties")
                    .forgettingItsChecksum(),
            Column.of("operation", "id", "output", id -> id),
            Column.of("type_configuration", "type_name", "sealed", type -> "configuration of " + type),
            Column.of(
                    "account_type_configuration",
                    List.of("type_name", "account"),
                    "sealed",
                    key -> "configuration of " + key.getFirst() + " in " + key.getLast()),
            Column.of("hook_type", "type_name", "configuration", hook -> "configuration of hook " + hook),
            Column.of("webhook", "name", "secrets", name -> "webhook/" + name),
            Column.of("drift", "uid", "found", uid -> uid + " found"),
            Column.of("drift", "uid", "applied", uid -> uid + " applied"),
            Column.of("left_behind", "thing", "desired", thing -> thing),
            Column.of("left_behind", "thing", "context", thing -> thing),
            Column.of("nested_put", List.of("operation", "position"), "sealed", List::getFirst),
            Column.of("authority_key", "id", "sealed", id -> "authority-key/" + id),
            Column.of("audit_key", "verifier", "sealed", verifier -> "audit-key/" + verifier),
            Column.of("access_key_root", "generation", "sealed", generation -> "access-key-root/" + generation),
            Column.of("resource_secret", "uid", "sealed", uid -> "generated " + uid),
            Column.of("approval", "id", "document", id -> "approval/" + id).forgettingItsChecksum(),
            Column.of("plan_key", "CAST(id AS TEXT)", "sealed", _ -> "plan-key"),
            Column.of("deployment", "id", "content", id -> "deployment/" + id + "/content"),
            Column.of("deployment", "id", "result", id -> "deployment/" + id + "/result"),
            Column.of(
                    "deployment_node",
                    List.of("deployment", "node"),
                    "error",
                    key -> "deployment/" + String.join("/", key)),
            Column.of("deployment_stack", "id", "content", id -> "deployment-stack/" + id + "/content"),
            Column.of("deployment_stack", "id", "result", id -> "deployment-stack/" + id + "/result"),
            Column.of(
                    "deployment_stack_resource",
                    "resource",
                    "error",
                    resource -> "deployment-stack-resource/" + resource),
            Column.of(
                    "deployment_stack_forecast",
                    List.of("scope", "name"),
                    "content",
                    key -> "deployment-stack-forecast/" + String.join("/", key)),
            Column.of("stack", "id", "content", id -> "stack/" + id + " content"),
            Column.of("stack", "id", "pending", id -> "stack/" + id + " pending"),
            Column.of("stack", "id", "outputs", id -> "stack/" + id + " outputs"),
            Column.of("stack", "id", "prepared", id -> "stack/" + id + " prepared"),
            Column.of("stack_node", NODE, "present", key -> "stack/" + String.join("/", key) + " present"),
            Column.of("stack_node", NODE, "other", key -> "stack/" + String.join("/", key) + " other"),
            Column.of(
                    "stack_signal",
                    List.of("stack", "node", "signal_id"),
                    "data",
                    key -> "stack-signal/" + String.join("/", key)),
            Column.of("stack_custom", "operation", "answer", id -> "stack-custom/" + id),
            Column.of("stack_change_set", "id", "request", id -> "stack-change-set/" + id + " request"),
            Column.of("stack_change_set", "id", "plan", id -> "stack-change-set/" + id + " plan"),
            Column.of(
                    "stack_export",
                    List.of("subscription", "location", "name"),
                    "value",
                    key -> "stack-export/" + String.join("/", key)),
            Column.of("simulated_thing", THING, "model", key -> String.join(" ", key) + " model")
                    .inBase64(),
            Column.of("simulated_thing", THING, "previous", key -> String.join(" ", key) + " previous")
                    .inBase64());

    private static final String GENERATED_CHECKSUM = "SELECT version, changed_at FROM resource_secret WHERE uid = ?";
    private static final String PUT_CHECKSUM = "UPDATE resource_secret SET checksum = ? WHERE uid = ? AND sealed = ?";

    private final Database database;
    private final Vault vault;
    private final KeyRing keys;

    SealedColumns(Database database, Vault vault, KeyRing keys) {
        this.database = database;
        this.vault = vault;
        this.keys = keys;
    }

    /// One value that is sealed.
    ///
    /// @param text as it is stored, if that is Base64
    private record Found(
            List<String> key, byte[] sealed, @Nullable String text) {}

    /// How far a pass through all of it is.
    ///
    /// @param column which one is next
    /// @param after the key of the last row that was looked at
    record Place(int column, List<String> after) {

        static final Place BEGIN = at(0);

        static Place at(int column) {
            return new Place(
                    column,
                    column < ALL.size()
                            ? Collections.nCopies(ALL.get(column).keys().size(), "")
                            : List.of());
        }

        boolean isEnd() {
            return column == ALL.size();
        }
    }

    /// What a step has done.
    record Page(Place next, int resealed) {}

    /// Seals anew what another key than the primary one has sealed: at most so many rows.
    Page reseal(Place from, int atOnce) {
        Column column = ALL.get(from.column());
        byte[] primary = keys.primaryBegin();
        List<Found> page = database.read(transaction -> page(transaction, column, primary, from.after(), atOnce));
        List<Fresh> due = page.stream()
                .filter(found -> column.isSealed(found.sealed(), primary))
                .flatMap(found -> fresh(column, found).stream())
                .toList();
        int resealed = due.isEmpty()
                ? 0
                : database.write(transaction -> due.stream()
                        .mapToInt(fresh -> put(transaction, column, fresh))
                        .sum());
        Place next = page.size() < atOnce
                ? Place.at(from.column() + 1)
                : new Place(from.column(), page.getLast().key());
        return new Page(next, resealed);
    }

    /// A value and what is to stand in its place.
    private record Fresh(Found found, byte[] sealed) {}

    /// Empty if it can't be opened: it stays, and so does its key.
    private Optional<Fresh> fresh(Column column, Found found) {
        String owner = column.owner().apply(found.key());
        try {
            return Optional.of(new Fresh(found, vault.seal(vault.open(found.sealed(), owner), owner)));
        } catch (IllegalStateException damaged) {
            LOG.warn(
                    "{} of {} {} can't be sealed anew: {}",
                    column.name(),
                    column.table(),
                    String.join(" ", found.key()),
                    damaged.getMessage());
            return Optional.empty();
        }
    }

    private static List<Found> page(
            Transaction transaction, Column column, byte[] primary, List<String> after, int limit) {
        List<Object> arguments = new ArrayList<>();
        arguments.add(column.mark());
        if (!column.coded()) {
            arguments.add(primary);
        }
        arguments.addAll(after);
        arguments.add(limit);
        int width = column.keys().size();
        return transaction.query(
                column.select(),
                row -> {
                    List<String> key = new ArrayList<>(width);
                    for (int i = 0; i < width; i++) {
                        key.add(row.text());
                    }
                    if (column.coded()) {
                        String text = row.text();
                        return new Found(key, Base64.getDecoder().decode(text), text);
                    }
                    return new Found(key, row.bytes(), null);
                },
                arguments.toArray());
    }

    /// Not if it was changed meanwhile: the next pass sees what was written then.
    private static int put(Transaction transaction, Column column, Fresh fresh) {
        Found found = fresh.found();
        List<Object> arguments = new ArrayList<>();
        arguments.add(column.coded() ? Base64.getEncoder().encodeToString(fresh.sealed()) : fresh.sealed());
        arguments.addAll(found.key());
        arguments.add(found.text() == null ? found.sealed() : found.text());
        int changed = transaction.update(column.update(), arguments.toArray());
        if (changed == 1 && column.table().equals("resource_secret")) {
            checksum(transaction, found.key().getFirst(), fresh.sealed());
        }
        return changed;
    }

    private static void checksum(Transaction transaction, String uid, byte[] sealed) {
        record Rest(long version, Instant changedAt) {}
        transaction
                .one(GENERATED_CHECKSUM, row -> new Rest(row.number(), row.time()), uid)
                .ifPresent(rest -> transaction.update(
                        PUT_CHECKSUM,
                        RecordTable.checksum(uid, sealed, rest.version(), rest.changedAt()),
                        uid,
                        sealed));
    }

    /// How many values each key has sealed, by the id of the key.
    Map<Long, Long> count() {
        Map<Long, Long> counts = new TreeMap<>();
        for (Column column : ALL) {
            record Group(byte[] begin, long rows) {}
            List<Group> groups = database.read(transaction -> transaction.query(
                    column.count(),
                    row -> column.coded()
                            ? new Group(decoded(row.text()), row.number())
                            : new Group(row.bytes(), row.number()),
                    column.mark()));
            for (Group group : groups) {
                if (Vault.isSealed(group.begin()) && group.begin().length >= SealedBegin.LENGTH) {
                    counts.merge(SealedBegin.keyId(group.begin()), group.rows(), Long::sum);
                }
            }
        }
        return counts;
    }

    private static byte[] decoded(String text) {
        try {
            return Base64.getDecoder().decode(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException notSealed) {
            return new byte[0];
        }
    }
}
