package fairlead.server.resource.record;

import fairlead.schema.TypeName;
import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.resource.record.ResourceStore.Stored;
import fairlead.server.type.RegisteredType;
import fairlead.server.type.Types;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Seals the resources that were stored in clear before the operator had data of their classes sealed. Nothing
/// else about them changes: a caller reads the same version before and after.
///
/// Several nodes may do this at the same time, and it may be interrupted at any time.
public final class Resealing implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Resealing.class);
    private static final int AT_ONCE = 200;

    private final ResourceStore store;
    private final Database database;
    private final Types types;
    private final Thread worker;

    public Resealing(Database database, Types types) {
        this.database = database;
        this.types = types;
        store = new ResourceStore(types.sealing());
        worker = Thread.ofVirtual().name("resealing").unstarted(this::work);
    }

    /// Begins to go through all of them once.
    public Resealing begin() {
        if (types.sealing().isOn()) {
            worker.start();
        }
        return this;
    }

    private void work() {
        try {
            long sealed = seal();
            if (sealed > 0) {
                LOG.info("{} resources that were stored in clear are sealed now", sealed);
            }
        } catch (DatabaseException failure) {
            LOG.warn("can't seal what is stored in clear: {}; the next start goes on", failure.getMessage());
        }
    }

    /// Goes through all of them once: how many were in clear.
    public long seal() {
        long sealed = 0;
        for (RegisteredType type : List.copyOf(types.all())) {
            sealed += types.sealing().seals(type.name()) ? seal(type.name()) : 0;
        }
        return sealed;
    }

    private long seal(TypeName type) {
        long sealed = 0;
        List<Stored> page = List.of();
        do {
            String after = page.isEmpty() ? "" : page.getLast().uid();
            page = database.read(transaction -> store.stored(transaction, type, after, AT_ONCE));
            List<Stored> clear = page.stream().filter(Stored::isClear).toList();
            if (!clear.isEmpty()) {
                sealed += database.write(transaction -> clear.stream()
                        .filter(resource -> store.seal(transaction, type, resource))
                        .count());
            }
        } while (page.size() == AT_ONCE && !Thread.currentThread().isInterrupted());
        return sealed;
    }

    /// Stops; what is left is sealed after the next start, or when it is changed.
    @Override
    public void close() {
        worker.interrupt();
        try {
            worker.join();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }
}
