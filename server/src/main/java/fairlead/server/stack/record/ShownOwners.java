package fairlead.server.stack.record;

import fairlead.server.database.Database;
import fairlead.server.database.Row;
import fairlead.server.resource.record.Resource;
import fairlead.server.time.MonotonicTime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// Tells readers of resources to which stack each belongs. Where no stack has any, a read costs nothing more: that the
/// first
/// one of all has a resource may be missed for a moment.
public final class ShownOwners {

    /// The header of an answer with a resource that says to which stack it belongs.
    public static final String HEADER = "x-fairlead-owner";

    private static final Duration MOMENT = Duration.ofMillis(100);
    private static final String ANY = """
        SELECT 1 WHERE EXISTS (SELECT 1 FROM deployment_stack_resource)
          OR EXISTS (SELECT 1 FROM stack_node WHERE owned IS NOT NULL)\
        """;

    private final Database database;
    private final MonotonicTime time;
    private final AtomicReference<Optional<Long>> noneAt = new AtomicReference<>(Optional.empty());

    public ShownOwners(Database database, MonotonicTime time) {
        this.database = database;
        this.time = time;
    }

    /// To which stack a resource belongs.
    public Optional<Ownership.Owner> of(Resource resource) {
        if (isNone()) {
            return Optional.empty();
        }
        return database.read(
                transaction -> Ownership.of(transaction, resource.id().toString(), Ownership.identity(resource)));
    }

    private boolean isNone() {
        long now = time.nanos();
        if (noneAt.get().filter(at -> now - at < MOMENT.toNanos()).isPresent()) {
            return true;
        }
        boolean any =
                database.read(transaction -> transaction.one(ANY, Row::number)).isPresent();
        noneAt.set(any ? Optional.empty() : Optional.of(now));
        return !any;
    }
}
