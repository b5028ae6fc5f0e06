package fairlead.server.resource.record;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.database.Transaction;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.TypeVersion;
import fairlead.server.type.Types;
import java.util.List;

/// The SQL of the table `extension`: where a resource or a group may have extensions.
///
/// Extensions are never recorded, see [fairlead.server.resource.call.ProxyResources]. But this table records that a
/// caller has asked for one. So a delete or a move need not call the list handler of every extension type: one
/// handler that is slow or broken would block every delete. An entry is made before the handler is asked to create
/// an extension, or when a caller reads an extension that was made elsewhere. It is deleted when the extension is
/// known to be gone. So there may be entries of extensions that do not exist; but every extension that was made or
/// read here has an entry.
public final class ExtensionStore {

    private static final String ADD = """
        INSERT INTO extension (extended_key, arm_key, arm_id) VALUES (?, ?, ?)
        ON CONFLICT (extended_key, arm_key) DO NOTHING
        """;

    private static final String FIND = "SELECT arm_id FROM extension WHERE extended_key = ? AND arm_key = ?";

    private static final String FORGET = "DELETE FROM extension WHERE extended_key = ? AND arm_key = ?";

    private static final String LIST = "SELECT arm_id FROM extension WHERE extended_key = ? ORDER BY arm_key LIMIT ?";

    private final Database database;
    private final Types types;

    public ExtensionStore(Database database, Types types) {
        this.database = database;
        this.types = types;
    }

    public void add(Transaction transaction, TypeVersion type, ResourceId id) {
        if (type.isExtension()) {
            transaction.update(ADD, ResourceId.key(id.scope()), id.key(), id.toString());
        }
    }

    /// Notes what turned out to be there.
    public void found(TypeVersion type, ResourceId id) {
        if (type.isExtension() && !isKnown(id)) {
            database.write(transaction -> {
                add(transaction, type, id);
                return id;
            });
        }
    }

    private boolean isKnown(ResourceId id) {
        return database.read(transaction -> transaction
                .one(FIND, Row::text, ResourceId.key(id.scope()), id.key())
                .isPresent());
    }

    public void forget(Transaction transaction, ResourceId id) {
        transaction.update(FORGET, ResourceId.key(id.scope()), id.key());
    }

    /// As [#forget], of what turned out not to be there.
    public void forget(TypeVersion type, ResourceId id) {
        if (type.isExtension()) {
            database.write(transaction -> {
                forget(transaction, id);
                return id;
            });
        }
    }

    /// The first of those that extend what has this id; those of a type that is served no longer can't be told.
    public List<KnownExtension> of(String extended, int limit) {
        List<String> ids =
                database.read(transaction -> transaction.query(LIST, Row::text, ResourceId.key(extended), limit));
        return ids.stream()
                .map(ResourceId::parse)
                .flatMap(
                        id -> types
                                .find(id.type())
                                .map(RegisteredType::current)
                                .map(type -> new KnownExtension(id, type))
                                .stream())
                .toList();
    }
}
