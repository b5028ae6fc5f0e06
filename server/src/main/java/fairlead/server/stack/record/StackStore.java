package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the table `stack`.
public final class StackStore {

    private static final String LOCK = "UPDATE stack SET last_event = last_event WHERE id = ?";
    private static final String COLUMNS = "id, subscription, resource_group, location, name, language, status, reason,"
            + " version, operation, protected, cancelling, content, pending, outputs, created_at, updated_at,"
            + " deleted_at, parent, root, parent_node, depth, prepared, owner_type, owner";
    private static final String INSERT = "INSERT INTO stack (" + COLUMNS + ", living, last_event)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)";
    private static final String UPDATE = """
        UPDATE stack SET status = ?, reason = ?, version = ?, operation = ?, protected = ?, cancelling = ?, content = ?,
          pending = ?, outputs = ?, prepared = ?, updated_at = ?, deleted_at = ?, living = ? WHERE id = ?\
        """;
    private static final String CANCEL = "UPDATE stack SET cancelling = 1 WHERE id = ?";
    private static final String GUARD = "UPDATE stack SET protected = ? WHERE id = ?";
    private static final String FIND = "SELECT " + COLUMNS + " FROM stack WHERE id = ?";
    private static final String FIND_LIVING = "SELECT " + COLUMNS + " FROM stack WHERE living = ?";
    private static final String LIST = "SELECT " + COLUMNS + """
         FROM stack WHERE subscription = ? AND location = ? AND (created_at < ? OR (created_at = ? AND id < ?))
        ORDER BY created_at DESC, id DESC LIMIT ?\
        """;
    private static final String CHILDREN =
            "SELECT " + COLUMNS + " FROM stack WHERE parent = ? AND parent <> '' ORDER BY created_at, id";
    private static final String OF_OWNERS = "SELECT " + COLUMNS + """
         FROM stack WHERE owner_type = ? AND owner_type <> '' AND subscription = ? AND location = ? AND deleted_at IS NULL
          AND id > ? ORDER BY id LIMIT ?\
        """;
    private static final String OUTPUTS = "outputs";
    private static final String CLOCK = """
        UPDATE stack SET last_event = CASE WHEN last_event < ? THEN ? ELSE last_event + 1 END WHERE id = ?
        RETURNING last_event\
        """;

    private final Vault vault;

    public StackStore(Vault vault) {
        this.vault = vault;
    }

    public void insert(Transaction transaction, Stack stack) {
        StackPlace place = stack.place();
        Stack.Condition condition = stack.condition();
        int _ = transaction.update(
                INSERT,
                stack.id().toString(),
                place.subscription(),
                place.group(),
                place.location(),
                stack.name(),
                stack.language(),
                condition.status().name(),
                condition.reason(),
                condition.version(),
                condition.operation().map(OperationId::toString).orElse(""),
                condition.isProtected(),
                condition.cancelling(),
                seal(stack, stack.content(), "content"),
                seal(stack, stack.pending(), "pending"),
                seal(stack, stack.documents().outputs(), OUTPUTS),
                stack.times().created(),
                stack.times().updated(),
                stack.times().deleted(),
                stack.nesting().map(Stack.Nesting::parent).map(UUID::toString).orElse(""),
                stack.nesting().map(Stack.Nesting::root).map(UUID::toString).orElse(""),
                stack.nesting().map(Stack.Nesting::node).orElse(""),
                stack.nesting().map(Stack.Nesting::depth).orElse(1),
                prepared(stack),
                stack.owner().map(Stack.Owner::type).orElse(""),
                stack.owner().map(Stack.Owner::resource).orElse(""),
                living(stack));
    }

    /// Whether the stack may be deleted, and whether its operation is to be undone, may have been changed
    /// meanwhile by another transaction than that of its operation: the caller has read them in this one.
    public void update(Transaction transaction, Stack stack) {
        Stack.Condition condition = stack.condition();
        int _ = transaction.update(
                UPDATE,
                condition.status().name(),
                condition.reason(),
                condition.version(),
                condition.operation().map(OperationId::toString).orElse(""),
                condition.isProtected(),
                condition.cancelling(),
                seal(stack, stack.content(), "content"),
                seal(stack, stack.pending(), "pending"),
                seal(stack, stack.documents().outputs(), OUTPUTS),
                prepared(stack),
                stack.times().updated(),
                stack.times().deleted(),
                living(stack),
                stack.id().toString());
    }

    public void cancel(Transaction transaction, UUID stack) {
        int _ = transaction.update(CANCEL, stack.toString());
    }

    public void guard(Transaction transaction, UUID stack, boolean on) {
        int _ = transaction.update(GUARD, on, stack.toString());
    }

    public Optional<Stack> find(Transaction transaction, UUID id) {
        return transaction.one(FIND, this::stack, id.toString());
    }

    /// The one of that name that is not deleted.
    public Optional<Stack> find(Transaction transaction, StackPlace place, String name) {
        return transaction.one(FIND_LIVING, this::stack, place.living(name));
    }

    /// The stacks that are nodes of another one, or were, the first one first.
    public List<Stack> children(Transaction transaction, UUID parent) {
        return transaction.query(CHILDREN, this::stack, parent.toString());
    }

    /// The stacks that resources of a type are made of and that are not deleted, by their ids.
    ///
    /// @param after the id behind which it goes on
    public List<Stack> ofOwners(Transaction transaction, String type, StackPlace place, String after, int limit) {
        return transaction.query(OF_OWNERS, this::stack, type, place.subscription(), place.location(), after, limit);
    }

    /// Newest first, those before a given one.
    public List<Stack> list(Transaction transaction, StackPlace place, Instant before, String beforeId, int limit) {
        return transaction.query(
                LIST, this::stack, place.subscription(), place.location(), before, before, beforeId, limit);
    }

    /// Keeps others from changing a stack until the transaction has ended.
    public void lock(Transaction transaction, UUID stack) {
        int _ = transaction.update(LOCK, stack.toString());
    }

    /// The time of the next event of a stack: now, but later than that of the last one.
    public Instant nextEvent(Transaction transaction, UUID stack, Instant now) {
        return transaction.change(CLOCK, Row::time, now, now, stack.toString()).getFirst();
    }

    private static Optional<String> living(Stack stack) {
        return stack.times().deleted().isPresent()
                ? Optional.empty()
                : Optional.of(stack.place().living(stack.name()));
    }

    private byte[] seal(Stack stack, ObjectNode document, String part) {
        return document.isEmpty() ? new byte[0] : vault.seal(Documents.bytes(document), owner(stack.id(), part));
    }

    private byte[] prepared(Stack stack) {
        return stack.documents()
                .prepared()
                .map(outputs -> Documents.empty().set(OUTPUTS, outputs))
                .map(outputs -> vault.seal(Documents.bytes(outputs), owner(stack.id(), "prepared")))
                .orElse(new byte[0]);
    }

    private Optional<ObjectNode> prepared(Optional<byte[]> sealed, UUID id) {
        return sealed.filter(bytes -> bytes.length > 0)
                .map(bytes -> (ObjectNode) open(bytes, id, "prepared").path(OUTPUTS));
    }

    private ObjectNode open(byte[] sealed, UUID id, String part) {
        return sealed.length == 0 ? Documents.empty() : Documents.object(vault.open(sealed, owner(id, part)));
    }

    private static String owner(UUID id, String part) {
        return "stack/" + id + " " + part;
    }

    private Stack stack(Row row) throws SQLException {
        UUID id = UUID.fromString(row.text());
        StackPlace place = new StackPlace(row.text(), row.text(), row.text());
        String name = row.text();
        String language = row.text();
        Stack.Condition condition = new Stack.Condition(
                StackStatus.valueOf(row.text()),
                row.text(),
                row.number(),
                OperationId.parse(row.text()),
                row.flag(),
                row.flag());
        Contents contents = new Contents(
                open(row.bytes(), id, "content"), open(row.bytes(), id, "pending"), open(row.bytes(), id, OUTPUTS));
        Stack.Times times = new Stack.Times(row.time(), row.timeIfAny(), row.timeIfAny());
        Optional<Stack.Nesting> nesting = nesting(row);
        Optional<ObjectNode> prepared = prepared(row.bytesIfAny(), id);
        String type = row.text();
        String owner = row.text();
        Stack.Origin origin = new Stack.Origin(
                language, nesting, type.isEmpty() ? Optional.empty() : Optional.of(new Stack.Owner(type, owner)));
        return new Stack(
                id,
                place,
                name,
                origin,
                condition,
                new Stack.Documents(contents.content(), contents.pending(), contents.outputs(), prepared),
                times);
    }

    private record Contents(ObjectNode content, ObjectNode pending, ObjectNode outputs) {}

    private static Optional<Stack.Nesting> nesting(Row row) throws SQLException {
        String parent = row.text();
        String root = row.text();
        String node = row.text();
        int depth = (int) row.number();
        return parent.isEmpty()
                ? Optional.empty()
                : Optional.of(new Stack.Nesting(UUID.fromString(parent), UUID.fromString(root), node, depth));
    }
}
