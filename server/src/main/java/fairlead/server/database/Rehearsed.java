package fairlead.server.database;

import org.jspecify.annotations.Nullable;

/// A database on which nothing that is written stays: each transaction runs as on the real one, with everything that
/// can be refused there, and is rolled back.
public final class Rehearsed implements Database {

    private final Database real;

    public Rehearsed(Database real) {
        this.real = real;
    }

    private static final class RolledBack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient @Nullable Object result;

        RolledBack(@Nullable Object result) {
            super("rolled back on purpose", null, false, false);
            this.result = result;
        }
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    @SuppressWarnings("unchecked") // It is what the work has just returned.
    public <T extends @Nullable Object> T write(Work<T> work) {
        try {
            return real.write(transaction -> {
                throw new RolledBack(work.run(transaction));
            });
        } catch (RolledBack done) {
            return (T) done.result;
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        return real.read(work);
    }

    /// The real one stays open.
    @Override
    public void close() {}
}
