package fairlead.server.simulation;

import fairlead.server.database.Database;
import fairlead.server.database.DatabaseException;
import fairlead.server.database.DatabaseException.Kind;
import fairlead.server.database.Dialect;
import fairlead.server.database.Work;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The database as one process sees it: others go on before and after each of its transactions, and a commit may fail
/// without effect, or with effect and without an answer.
final class FaultyDatabase implements Database {

    private final Database real;
    private final Runnable pause;
    private final Supplier<Optional<Fault>> faults;
    private final Runnable written;

    /// @param pause lets others go on; throws if the process has ended
    /// @param faults what strikes a write
    /// @param written told of each commit
    FaultyDatabase(Database real, Runnable pause, Supplier<Optional<Fault>> faults, Runnable written) {
        this.written = written;
        this.real = real;
        this.pause = pause;
        this.faults = faults;
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        pause.run();
        @Nullable Fault fault = faults.get().orElse(null);
        if (fault == Fault.WRITE_REFUSED) {
            throw failed("before the commit");
        }
        T result = real.write(work);
        written.run();
        if (fault == Fault.WRITE_UNHEARD) {
            throw failed("after the commit");
        }
        pause.run();
        return result;
    }

    private static DatabaseException failed(String when) {
        return new DatabaseException(Kind.UNAVAILABLE, "the storage failed " + when);
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        pause.run();
        return real.rehearse(work);
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        pause.run();
        return real.read(work);
    }

    /// The real one stays open: the next process has it.
    @Override
    public void close() {}
}
