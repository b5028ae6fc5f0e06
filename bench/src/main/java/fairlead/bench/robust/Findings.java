package fairlead.bench.robust;

import fairlead.bench.robust.server.Fault;
import java.util.Map;

/// What came of a run.
///
/// @param database its name and version
/// @param seconds how long it took
/// @param faults how often each was caused
public record Findings(
        String database,
        long seed,
        long seconds,
        Map<Fault, Integer> faults,
        Load load,
        Histories histories,
        Violations violations) {

    /// What the servers had to do.
    ///
    /// @param acknowledged changes that were answered as accepted or done
    /// @param operations that have ended
    /// @param events that were told to each who followed
    public record Load(long requests, long acknowledged, long operations, long events) {}

    /// Registers whose calls were put in order.
    public record Histories(long many, long calls) {}
}
