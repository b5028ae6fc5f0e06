package fairlead.server.stack.record;

import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.resource.document.Documents;
import fairlead.server.secret.Vault;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/// The SQL of the tables `stack_export` and `stack_import`: what stacks have for each other.
public final class ExportStore {

    private static final String INSERT =
            "INSERT INTO stack_export (subscription, location, name, stack, value) VALUES (?, ?, ?, ?, ?)";
    private static final String CLEAR = "DELETE FROM stack_export WHERE stack = ?";
    private static final String COLUMNS = "SELECT subscription, location, name, stack, value FROM stack_export";
    private static final String FIND = COLUMNS + " WHERE subscription = ? AND location = ? AND name = ?";
    private static final String LIST =
            COLUMNS + " WHERE subscription = ? AND location = ? AND name > ? ORDER BY name LIMIT ?";
    private static final String OF_STACK = COLUMNS + " WHERE stack = ? ORDER BY name";
    private static final String ADD_IMPORT = "INSERT INTO stack_import (subscription, location, name, stack)"
            + " VALUES (?, ?, ?, ?) ON CONFLICT (subscription, location, name, stack) DO NOTHING";
    private static final String CLEAR_IMPORTS = "DELETE FROM stack_import WHERE stack = ?";
    private static final String USERS =
            "SELECT stack FROM stack_import WHERE subscription = ? AND location = ? AND name = ? ORDER BY stack";

    private final Vault vault;

    public ExportStore(Vault vault) {
        this.vault = vault;
    }

    /// A value that a stack has for others.
    public record Export(String name, UUID stack, JsonNode value) {}

    /// Puts these in the place of all that the stack has exported.
    public void replace(Transaction transaction, Stack stack, List<StackOutputs.Entry> outputs) {
        int _ = transaction.update(CLEAR, stack.id().toString());
        outputs.forEach(output -> output.export()
                .ifPresent(name -> transaction.update(
                        INSERT,
                        stack.place().subscription(),
                        stack.place().location(),
                        name,
                        stack.id().toString(),
                        vault.seal(Documents.JSON.writeValueAsBytes(output.value()), owner(stack.place(), name)))));
    }

    /// Adds these to what the stack has exported, which stays until it is known that it goes.
    public void add(Transaction transaction, Stack stack, List<StackOutputs.Entry> outputs) {
        outputs.forEach(output -> output.export()
                .ifPresent(name -> transaction.update(
                        INSERT + " ON CONFLICT (subscription, location, name) DO UPDATE SET value = excluded.value",
                        stack.place().subscription(),
                        stack.place().location(),
                        name,
                        stack.id().toString(),
                        vault.seal(Documents.JSON.writeValueAsBytes(output.value()), owner(stack.place(), name)))));
    }

    /// Why a stack can't have these outputs: another one exports the name, or uses what it would change.
    public Optional<String> conflict(
            Transaction transaction, StackStore stacks, Stack stack, List<StackOutputs.Entry> outputs) {
        Map<String, JsonNode> next = new HashMap<>();
        for (StackOutputs.Entry output : outputs) {
            Optional<String> other = output.export()
                    .flatMap(name -> find(transaction, stack.place(), name))
                    .filter(export -> !export.stack().equals(stack.id()))
                    .map(export -> "Export with name " + export.name() + " is already exported by stack "
                            + name(transaction, stacks, export.stack()) + ". Rollback requested by user.");
            if (other.isPresent()) {
                return other;
            }
            output.export().ifPresent(name -> next.put(name, output.value()));
        }
        for (Export export : of(transaction, stack.id())) {
            List<UUID> users = users(transaction, stack.place(), export.name());
            JsonNode after = next.get(export.name());
            if (!users.isEmpty() && !export.value().equals(after)) {
                return Optional.of("Export " + export.name() + " cannot be "
                        + (after == null ? "deleted" : "updated") + " as it is in use by "
                        + name(transaction, stacks, users.getFirst()));
            }
        }
        return Optional.empty();
    }

    private static String name(Transaction transaction, StackStore stacks, UUID stack) {
        return stacks.find(transaction, stack).map(Stack::name).orElse(stack.toString());
    }

    /// Says that the stack uses these as well, from now on.
    public void addImports(Transaction transaction, Stack stack, List<String> names) {
        names.stream()
                .distinct()
                .forEach(name -> transaction.update(
                        ADD_IMPORT,
                        stack.place().subscription(),
                        stack.place().location(),
                        name,
                        stack.id().toString()));
    }

    /// Puts these in the place of all that the stack uses of others.
    public void replaceImports(Transaction transaction, Stack stack, List<String> names) {
        int _ = transaction.update(CLEAR_IMPORTS, stack.id().toString());
        addImports(transaction, stack, names);
    }

    public Optional<Export> find(Transaction transaction, StackPlace place, String name) {
        return transaction.one(FIND, this::export, place.subscription(), place.location(), name);
    }

    /// By name, those behind a given one.
    public List<Export> list(Transaction transaction, StackPlace place, String after, int limit) {
        return transaction.query(LIST, this::export, place.subscription(), place.location(), after, limit);
    }

    public List<Export> of(Transaction transaction, UUID stack) {
        return transaction.query(OF_STACK, this::export, stack.toString());
    }

    /// The stacks that use an export.
    public List<UUID> users(Transaction transaction, StackPlace place, String name) {
        return transaction.query(
                USERS, row -> UUID.fromString(row.text()), place.subscription(), place.location(), name);
    }

    private static String owner(StackPlace place, String name) {
        return "stack-export/" + place.subscription() + "/" + place.location() + "/" + name;
    }

    private Export export(Row row) throws SQLException {
        StackPlace place = new StackPlace(row.text(), "", row.text());
        String name = row.text();
        UUID stack = UUID.fromString(row.text());
        return new Export(name, stack, Documents.JSON.readTree(vault.open(row.bytes(), owner(place, name))));
    }
}
