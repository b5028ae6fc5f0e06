package fairlead.server.database;

import fairlead.server.database.DatabaseException.Kind;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A database that several programs may have open, from which this one keeps away once a newer one has changed its
/// tables: this one would write rows that the other one does not understand.
///
/// Before a write, the version of the tables is read if it was not within the last second. A node that has nothing else
/// to write renews its lease every few seconds, so it notices by itself. From then on every write and every read is
/// refused, and so is the question for its health.
public final class FencedDatabase implements Database {

    private static final Logger LOG = LoggerFactory.getLogger(FencedDatabase.class);
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Database real;
    private final LongSupplier nanos;
    private final AtomicLong next;
    private volatile @Nullable String newer;

    /// @param nanos a clock that only goes forward, such as [System#nanoTime()]
    FencedDatabase(Database real, LongSupplier nanos) {
        this.real = real;
        this.nanos = nanos;
        next = new AtomicLong(nanos.getAsLong());
    }

    /// The database itself where no other process can have it open.
    ///
    /// @param real has the tables of this program
    public static Database over(Database real) {
        return real.dialect() == Dialect.POSTGRESQL ? new FencedDatabase(real, System::nanoTime) : real;
    }

    private void look() {
        long due = next.get();
        long now = nanos.getAsLong();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE) && newer == null) {
            long version = Migrations.version(real);
            if (version > Migrations.newest()) {
                newer = "a newer program has brought the database to version " + version + ", and this one knows up to "
                        + Migrations.newest() + ": stop it, and start the newer one";
                LOG.error("{}", newer);
            }
        }
    }

    private void require() {
        if (newer != null) {
            throw new DatabaseException(Kind.UNAVAILABLE, String.valueOf(newer));
        }
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        look();
        require();
        return real.write(work);
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        look();
        require();
        return real.rehearse(work);
    }

    @Override
    public <T extends @Nullable Object> T readReserved(Work<T> work) {
        return real.readReserved(work);
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        require();
        return real.read(work);
    }

    @Override
    public boolean keeps() {
        return real.keeps();
    }

    @Override
    public OptionalLong state() {
        return real.state();
    }

    @Override
    public Usage usage() {
        return real.usage();
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public void close() {
        real.close();
    }
}
