package fairlead.server.database;

import fairlead.server.telemetry.Metrics;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.Histogram;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A database whose transactions are counted and timed, those that fail included. A caller's wait for a connection, or
/// for the writer, is part of the time.
public final class MeasuredDatabase implements Database {

    private final Database real;
    private final DistributionDataPoint reads;
    private final DistributionDataPoint writes;

    public MeasuredDatabase(Database real, Metrics metrics) {
        this.real = real;
        Histogram transactions = metrics.durations(
                "fairlead_database_transaction_duration_seconds", "Transactions, with the wait for them.", "mode");
        reads = transactions.labelValues("read");
        writes = transactions.labelValues("write");
    }

    @Override
    public Dialect dialect() {
        return real.dialect();
    }

    @Override
    public <T extends @Nullable Object> T write(Work<T> work) {
        long begin = System.nanoTime();
        try {
            return real.write(work);
        } finally {
            writes.observe(Metrics.seconds(System.nanoTime() - begin));
        }
    }

    @Override
    public <T extends @Nullable Object> T read(Work<T> work) {
        long begin = System.nanoTime();
        try {
            return real.read(work);
        } finally {
            reads.observe(Metrics.seconds(System.nanoTime() - begin));
        }
    }

    @Override
    public <T extends @Nullable Object> T rehearse(Work<T> work) {
        long begin = System.nanoTime();
        try {
            return real.rehearse(work);
        } finally {
            writes.observe(Metrics.seconds(System.nanoTime() - begin));
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
