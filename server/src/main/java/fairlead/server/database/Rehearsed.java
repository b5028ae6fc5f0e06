package fairlead.server.database;

import java.util.ArrayList;
import java.util.List;
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

        RolledBack() {
            super("rolled back on purpose", null, false, false);
        }
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        List<T> results = new ArrayList<>(1);
        try {
            return real.write(transaction -> {
                results.add(work.run(transaction));
                throw new RolledBack();
            });
        } catch (RolledBack done) {
            return results.getLast();
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
