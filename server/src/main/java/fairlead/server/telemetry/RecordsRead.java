package fairlead.server.telemetry;

/// How many records were read for a request by queries for many, and what its answer has to warn of. Used by the thread
/// that works on the request alone.
public final class RecordsRead {

    private long count;
    private String warning = "";

    /// Counts those of a query.
    public void add(int records) {
        count += records;
    }

    void warn(String text) {
        warning = warning.isEmpty() || warning.contains(text) ? text : warning + "; " + text;
    }

    /// What the answer has to warn of; empty if nothing.
    public String warning() {
        return warning;
    }

    public long count() {
        return count;
    }
}
