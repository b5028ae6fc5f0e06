package fairlead.server.telemetry;

/// How many records were read for a request by queries for many. Used by the thread that works on the request alone.
public final class RecordsRead {

    private long count;

    /// Counts those of a query.
    public void add(int records) {
        count += records;
    }

    public long count() {
        return count;
    }
}
