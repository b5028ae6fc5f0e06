package fairlead.server.database;

import fairlead.server.telemetry.Durations;
import fairlead.server.telemetry.Metrics;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A database whose transactions are counted and timed, those that fail included. A caller's wait for a connection, or
/// for the writer, is part of the time.
public final class MeasuredDatabase implements Database {

    private final Database real;
    private final Durations.Point reads;
    private final Durations.Point writes;
    private final WriteProbe probe;
    private final RecentFailures failures = new RecentFailures(System::nanoTime);

    /// A work that says whether it has changed anything. It may run more than once.
    private static final class Noted<T extends @Nullable Object> implements Work<T> {

        private final Work<T> work;
        private boolean changed;

        Noted(Work<T> work) {
            this.work = work;
        }

        @Override
        public T run(Transaction transaction) {
            T result = work.run(transaction);
            changed = transaction.changedRows();
            return result;
        }
    }

    public MeasuredDatabase(Database real, Metrics metrics) {
        this.real = real;
        probe = new WriteProbe(real, System::nanoTime);
        Durations transactions = metrics.durations(
                "fairlead_database_transaction_duration_seconds", "Transactions, with the wait for them.", "mode");
        reads = transactions.labelValues("read");
        writes = transactions.labelValues("write");
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    /// Whether what is written stays, as the writes tell that go through here.
    public WriteProbe probe() {
        return probe;
    }

    /// Whether a transaction of those that go through here has just failed.
    public RecentFailures failures() {
        return failures;
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        long begin = System.nanoTime();
        Noted<T> noted = new Noted<>(work);
        try {
            T result = real.write(noted);
            if (noted.changed) {
                probe.written();
            }
            return result;
        } catch (DatabaseException failure) {
            probe.failed(failure);
            failures.failed(failure);
            throw failure;
        } finally {
            writes.observe(System.nanoTime() - begin);
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        long begin = System.nanoTime();
        try {
            return real.read(work);
        } catch (DatabaseException failure) {
            failures.failed(failure);
            throw failure;
        } finally {
            reads.observe(System.nanoTime() - begin);
        }
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        long begin = System.nanoTime();
        try {
            return real.rehearse(work);
        } finally {
            writes.observe(System.nanoTime() - begin);
        }
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
    public void close() {
        real.close();
    }
}
