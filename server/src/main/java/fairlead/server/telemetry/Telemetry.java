package fairlead.server.telemetry;

/// Where those who do the work report to.
public record Telemetry(Tracer tracer, Metrics metrics, WorkInProgress atWork) {

    /// The same for work that no request waits for: it does not keep further requests out.
    public Telemetry inBackground() {
        return new Telemetry(tracer, metrics, new WorkInProgress());
    }

    /// Discards what is reported.
    public static Telemetry none() {
        return to(Tracer.NONE);
    }

    public static Telemetry to(Tracer tracer) {
        WorkInProgress atWork = new WorkInProgress();
        Metrics metrics = new Metrics();
        metrics.gauge(
                "fairlead_work_in_progress", "Requests and steps of operations that are under way.", atWork::count);
        return new Telemetry(tracer, metrics, atWork);
    }
}
