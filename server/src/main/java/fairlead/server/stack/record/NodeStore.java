package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.operation.OperationId;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import fairlead.server.stack.record.StackNode.Progress;
import fairlead.server.stack.record.StackNode.Report;
import fairlead.server.stack.record.StackNode.Subject;
import fairlead.server.stack.record.StackNode.Terms;
import fairlead.server.stack.record.StackNode.Verb;
import fairlead.server.stack.record.StackNode.Work;
import fairlead.stack.document.Node;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// The SQL of the table `stack_node`. What a node is to be is sealed as a whole, since a template may have secrets.
public final class NodeStore {

    private static final String COLUMNS =
            "node, position, status, reason, changed_at, verb, step, operation, present, other";
    private static final String PUT = """
        INSERT INTO stack_node (stack, type_name, physical, owned, node, position, status, reason, changed_at, verb, step,
          operation, present, other) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (stack, node) DO UPDATE SET type_name = excluded.type_name, physical = excluded.physical,
          owned = excluded.owned, position = excluded.position, status = excluded.status, reason = excluded.reason,
          changed_at = excluded.changed_at, verb = excluded.verb, step = excluded.step, operation = excluded.operation,
          present = excluded.present, other = excluded.other\
        """;
    private static final String LIST = "SELECT " + COLUMNS + " FROM stack_node WHERE stack = ? ORDER BY position, node";
    private static final String FIND = "SELECT " + COLUMNS + " FROM stack_node WHERE stack = ? AND node = ?";
    private static final String DELETE = "DELETE FROM stack_node WHERE stack = ? AND node = ?";
    private static final String PHYSICAL = "SELECT physical FROM stack_node WHERE stack = ? AND node = ?";
    private static final String DISOWN = "UPDATE stack_node SET owned = NULL WHERE owned = ?";
    private static final String OWNER = "SELECT stack, node FROM stack_node WHERE owned = ?";
    private static final String HOLDERS =
            "SELECT stack FROM stack_node WHERE physical = ? AND type_name = ? AND owned IS NOT NULL LIMIT 2";

    private static final String ANY_HOLDERS =
            "SELECT stack FROM stack_node WHERE physical = ? AND physical <> '' ORDER BY changed_at DESC LIMIT 10";

    private final Vault vault;

    public NodeStore(Vault vault) {
        this.vault = vault;
    }

    /// To which node of which stack a resource belongs.
    public record Owner(UUID stack, String node) {}

    /// Writes a node. What it has made now is its own, whichever stack had a resource of that identifier before:
    /// others have deleted that, or nothing could have been made. What it had already, and another node has since,
    /// belongs to that one.
    public void put(Transaction transaction, StackPlace place, StackNode node) {
        Report report = node.report();
        Work work = node.work();
        int _ = transaction.update(
                PUT,
                node.stack().toString(),
                node.present().type(),
                node.present().physical().orElse(""),
                own(transaction, place, node),
                node.key(),
                node.position(),
                report.status(),
                report.reason(),
                report.at(),
                work.verb().name(),
                work.progress().name(),
                work.operation().map(OperationId::toString).orElse(""),
                seal(node, node.present(), "present"),
                node.other().map(other -> seal(node, other, "other")).orElse(new byte[0]));
    }

    public void delete(Transaction transaction, StackNode node) {
        int _ = transaction.update(DELETE, node.stack().toString(), node.key());
    }

    public List<StackNode> list(Transaction transaction, UUID stack) {
        return transaction.query(LIST, row -> node(stack, row), stack.toString());
    }

    public Optional<StackNode> find(Transaction transaction, UUID stack, String key) {
        return transaction.one(FIND, row -> node(stack, row), stack.toString(), key);
    }

    /// To which node of which stack a resource belongs.
    public Optional<Owner> owner(Transaction transaction, StackPlace place, String type, String physical) {
        return transaction.one(OWNER, NodeStore::owner, owned(place, type, physical));
    }

    /// The stack that has a resource of that identifier, as far as the type is known.
    public Optional<UUID> holder(Transaction transaction, String type, String physical) {
        return transaction.query(HOLDERS, row -> UUID.fromString(row.text()), physical, type).stream()
                .findFirst();
    }

    /// The stacks that have a resource of that identifier, or had it, those in which it was changed last first.
    public List<UUID> holders(Transaction transaction, String physical) {
        return transaction.query(ANY_HOLDERS, row -> UUID.fromString(row.text()), physical);
    }

    private static Optional<String> own(Transaction transaction, StackPlace place, StackNode node) {
        Optional<String> resource = owned(place, node);
        Owner self = new Owner(node.stack(), node.key());
        boolean anothers = resource.flatMap(key -> transaction.one(OWNER, NodeStore::owner, key))
                .filter(owner -> !owner.equals(self))
                .isPresent();
        if (!anothers) {
            return resource;
        }
        boolean known = transaction
                .one(PHYSICAL, Row::text, node.stack().toString(), node.key())
                .equals(node.present().physical());
        if (known) {
            return Optional.empty();
        }
        resource.ifPresent(key -> transaction.update(DISOWN, key));
        return resource;
    }

    private static Owner owner(Row row) throws SQLException {
        return new Owner(UUID.fromString(row.text()), row.text());
    }

    private static Optional<String> owned(StackPlace place, StackNode node) {
        return node.present().kind() == Node.Kind.RESOURCE && node.isThere()
                ? Optional.of(owned(
                        place, node.present().type(), node.present().physical().orElseThrow()))
                : Optional.empty();
    }

    private static String owned(StackPlace place, String type, String physical) {
        return Ownership.identity(place.subscription(), place.location(), type, physical);
    }

    private byte[] seal(StackNode node, Subject subject, String part) {
        return vault.seal(Documents.bytes(json(subject)), owner(node.stack(), node.key(), part));
    }

    private static String owner(UUID stack, String key, String part) {
        return "stack/" + stack + "/" + key + " " + part;
    }

    private StackNode node(UUID stack, Row row) throws SQLException {
        String key = row.text();
        int position = (int) row.number();
        Report report = new Report(row.text(), row.text(), row.time());
        Work work = new Work(Verb.valueOf(row.text()), Progress.valueOf(row.text()), OperationId.parse(row.text()));
        Subject present = open(row.bytes(), stack, key, "present").orElseThrow();
        return new StackNode(stack, key, position, present, report, work, open(row.bytes(), stack, key, "other"));
    }

    private Optional<Subject> open(byte[] sealed, UUID stack, String key, String part) {
        return sealed.length == 0
                ? Optional.empty()
                : Optional.of(subject(Documents.object(vault.open(sealed, owner(stack, key, part)))));
    }

    private static ObjectNode json(Subject subject) {
        ObjectNode json = Documents.empty();
        json.put("kind", subject.kind().name());
        json.put("type", subject.type());
        subject.physical().ifPresent(identifier -> json.put("physical", identifier));
        json.put("generation", subject.generation());
        json.set("applied", subject.applied());
        Terms terms = subject.terms();
        ArrayNode needs = json.putArray("needs");
        terms.needs().forEach(needs::add);
        json.put("onRemove", terms.onRemove().name());
        json.put("onReplace", terms.onReplace().name());
        json.set("metadata", terms.metadata());
        if (subject.imported()) {
            json.put("imported", true);
        }
        return json;
    }

    private static Subject subject(ObjectNode json) {
        Set<String> needs = new TreeSet<>();
        json.path("needs").forEach(need -> needs.add(need.asString()));
        return new Subject(
                Node.Kind.valueOf(json.path("kind").asString()),
                json.path("type").asString(),
                Optional.ofNullable(json.path("physical").stringValue(null)),
                json.path("generation").asInt(),
                (ObjectNode) json.path("applied"),
                new Terms(
                        needs,
                        Node.Retention.valueOf(json.path("onRemove").asString()),
                        Node.Retention.valueOf(json.path("onReplace").asString()),
                        (ObjectNode) json.path("metadata")),
                json.path("imported").asBoolean(false));
    }
}
