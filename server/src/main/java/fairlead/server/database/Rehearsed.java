package fairlead.server.database;

import org.jspecify.annotations.Nullable;

/// A database on which nothing that is written stays: each transaction runs as on the real one, with everything that
/// can be refused there, and is rolled back.
public final class Rehearsed implements Database {

    private final Database real;

    public Rehearsed(Database real) {
        this.real = real;
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        return real.rehearse(work);
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        return real.rehearse(work);
    }

    @Override
    public boolean keeps() {
        return false;
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        return real.read(work);
    }

    /// The real one stays open.
    @Override
    public void close() {}
}
