package fairlead.server.database;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A database of which one read fails, when a test says so.
public final class FlakyReads implements Database {

    private final Database database;
    private final AtomicInteger reads = new AtomicInteger();
    private volatile int failing;

    public FlakyReads(Database database) {
        this.database = database;
    }

    /// From now on reads are counted anew, and the one with this number fails; 0 for none.
    public void failAt(int read) {
        reads.set(0);
        failing = read;
    }

    /// How many reads there were since then.
    public int reads() {
        return reads.get();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        return database.write(work);
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        return database.rehearse(work);
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        if (reads.incrementAndGet() == failing) {
            throw new DatabaseException(DatabaseException.Kind.UNAVAILABLE, "this read fails");
        }
        return database.read(work);
    }

    @Override
    public OptionalLong state() {
        return database.state();
    }

    @Override
    public Dialect dialect() {
        return database.dialect();
    }

    @Override
    public void close() {
        database.close();
    }
}
