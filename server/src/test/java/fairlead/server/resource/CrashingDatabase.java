package fairlead.server.resource;

import fairlead.server.database.Database;
import fairlead.server.database.Dialect;
import fairlead.server.database.Work;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A database whose process dies at a chosen point: just before or just after one of its commits. From then on
/// nothing that the process still does reaches the database.
public final class CrashingDatabase implements Database {

    private final Database database;
    private int deadlyPoint;
    private int point;
    private BooleanSupplier deadly = () -> false;
    private boolean dead;

    public CrashingDatabase(Database database) {
        this.database = database;
    }

    /// From now on, 1 is before the first commit, 2 after it, 3 before the second, and so on.
    public void dieAt(int nextPoint) {
        point = 0;
        deadlyPoint = nextPoint;
    }

    /// It dies before or after the first commit at which this is so.
    void dieOnce(BooleanSupplier so) {
        deadly = so;
    }

    /// The process is no more. An error, so that no code takes it for a failure that it could handle.
    public static final class Death extends Error {
        private static final long serialVersionUID = 1L;

        Death() {
            super("the process died", null, false, false);
        }
    }

    boolean hasDied() {
        return dead;
    }

    private void pass() {
        dead |= ++point == deadlyPoint || deadly.getAsBoolean();
        live();
    }

    private void live() {
        if (dead) {
            throw new Death();
        }
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        live();
        pass();
        T result = database.write(work);
        pass();
        return result;
    }

    /// Commits nothing, so there is no point at which to die.
    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        live();
        return database.rehearse(work);
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        live();
        return database.read(work);
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
