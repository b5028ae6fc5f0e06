package fairlead.server.time;

import java.time.Clock;

/// What a process knows of time.
///
/// @param wall what time it is on this machine; may be set forward and back at any moment
/// @param elapsed how much has gone by; goes on evenly
/// @param shared what time it is for all processes that share a database: what they compare with each other's instants
/// @param waits how its threads wait
public record Clocks(Clock wall, MonotonicTime elapsed, Clock shared, Waits waits) {

    /// Those by which real threads wait.
    public Clocks(Clock wall, MonotonicTime elapsed, Clock shared) {
        this(wall, elapsed, shared, Waits.ofThreads());
    }

    /// Those of a process that shares its database with no other.
    public Clocks(Clock wall, MonotonicTime elapsed) {
        this(wall, elapsed, wall);
    }
}
